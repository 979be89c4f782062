import { createDeviceIdentity } from '../../src/index.ts';

/** What the page returns to the benchmark. */
export interface DevicePage {
  readonly deviceId: string;
  /** Whether the fingerprint library was loaded by this page. */
  readonly loadedLibrary: boolean;
}

declare global {
  var device: Promise<DevicePage>;
}

// Tabs agree as long as they wait for each other. On a busy machine that takes longer than the limit of the product.
const identity = createDeviceIdentity({ identifierTimeoutMs: 20_000 });
identity.start();

globalThis.device = identity.getDeviceId().then((deviceId) => ({
  deviceId,
  // The page's own script, and a chunk of its own for the library.
  loadedLibrary: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length > 1,
}));
