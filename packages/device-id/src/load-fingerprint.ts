/** The result of a fingerprint library. */
export interface Fingerprint {
  readonly visitorId: string;
  readonly confidence: number;
  readonly components: number;
}

/** Loads FingerprintJS (15 KB gzip, first run about 190 ms) and runs it once; its vendor is not called. */
export async function loadFingerprint(): Promise<Fingerprint> {
  const { load, sources } = await import('@fingerprintjs/fingerprintjs');
  // This source writes an iframe's `srcdoc`, which a page that requires Trusted Types refuses and reports.
  delete (sources as Partial<typeof sources>).fontPreferences;
  const agent = await load({ monitoring: false });
  const { visitorId, confidence, components } = await agent.get();
  return { visitorId, confidence: confidence.score, components: Object.keys(components).length };
}
