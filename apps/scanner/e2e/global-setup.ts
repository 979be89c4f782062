import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder of the run in which the backends' first data is made once and then copied. */
export default async function createPreparedFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'scantix-e2e-prepared-'));
  process.env.E2E_PREPARED = folder;
  return () => rm(folder, { recursive: true, force: true });
}
