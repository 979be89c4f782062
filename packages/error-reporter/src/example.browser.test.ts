import { expect, test, vi } from 'vitest';
// Found late, it would make the test server reload the page in the middle of a test.
import '@sentry/browser';

test('the example of the README reports its error with the token masked', async () => {
  const envelopes: string[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    envelopes.push(input, await new Response(init.body).text());
    return new Response('{}');
  });
  await import('../example.ts');
  await vi.waitFor(() => expect(envelopes.join()).toContain('No printer at'), 10_000);
  expect(envelopes[0]).toMatch(/^https:\/\/errors\.example\/api\/1\/envelope\//);
  expect(envelopes.join()).toContain('?token=[Filtered]');
  expect(envelopes.join()).not.toContain('hunter2');
});
