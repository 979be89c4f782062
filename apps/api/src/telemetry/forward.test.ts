import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createForward } from './forward.ts';

/** Takes requests and never ends an answer: at `/begun` it begins one. */
const silent = createServer((request, response) => {
  if (request.url === '/begun') response.writeHead(200).write('{');
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

test.each(['/', '/begun'])('a service that does not end its answer at %s is given up', async (path) => {
  const failures: unknown[] = [];
  const onFailure = (err: unknown) => void failures.push(err);
  const parts = { clock: createFakeClock(), onFailure, timeoutMs: 50 };
  const forward = createForward({ address: url + path, headers: {} }, parts);
  await expect(forward(new Uint8Array(), {})).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 5_000 });
  parts.clock.advance(2_000);
  await expect(forward(new Uint8Array(), {})).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 3_000 });
  expect(failures).toMatchObject([{ name: 'TimeoutError' }]);
  // A clock that is set back prolongs no rest: the service is asked again.
  parts.clock.advance(-3_600_000);
  await expect(forward(new Uint8Array(), {})).rejects.toMatchObject({ retryAfterMs: 5_000 });
  expect(failures).toHaveLength(2);
});
