/** The result of a fingerprint library. */
export interface Fingerprint {
  readonly visitorId: string;
  readonly confidence: number;
  readonly components: number;
}
