/** One tone of a sound. Its pitch moves linearly from `fromHz` to `toHz`. */
export interface Tone {
  /** Pitch at the start, in hertz. */
  readonly fromHz: number;
  /** Pitch at the end, in hertz. */
  readonly toHz: number;
  /** Delay after the start of the sound, in milliseconds. */
  readonly startMs: number;
  /** Length of the tone, in milliseconds. */
  readonly lengthMs: number;
}
