import { expect, test, vi } from 'vitest';
import { createFakeAuthServer, createMemoryStorage } from './testing/index.ts';

test('the example of the README signs in, makes a call as its clerk and signs out', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const server = createFakeAuthServer();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', createMemoryStorage());
  await import('../example.ts');
  expect(log.mock.calls).toEqual([['ada'], [200, true], ['signed-out']]);
});
