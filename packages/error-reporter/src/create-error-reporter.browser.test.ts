// Found late, it would make the test server reload the page in the middle of a test.
import { getReplay } from '@sentry/browser';
import { expect, test, vi } from 'vitest';
import { createErrorReporter } from './index.ts';
import './sentry-replay.ts';

const SECRET = 'hunter2-S3cr3t';
const TEXT = 'A text on the screen';

test('in a real browser no envelope, a replay with its recording included, contains a planted secret or text of the screen', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const envelopes: string[] = [];
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    envelopes.push(await new Response(init?.body).text());
    return new Response('{}', { status: 200 });
  };
  const reporter = createErrorReporter({ dsn: `${location.protocol}//public@${location.host}/1`, fetch });
  document.body.innerHTML = `<p>${TEXT}</p><input value="${TEXT}"><a href="/x?token=${SECRET}">link</a>`;
  history.replaceState(null, '', `?token=${SECRET}#key=${SECRET}`);
  reporter.start();
  reporter.capture(new Error('early'));
  await vi.waitFor(() => expect(envelopes.join()).toContain('"early"'), 10_000);
  // An error that is captured before the replay runs has no recording.
  await vi.waitFor(() => expect(getReplay()?.getRecordingMode()).toBeDefined(), 10_000);

  // biome-ignore lint/suspicious/noConsole: a console message becomes a breadcrumb
  console.info(`Authorization: Bearer ${SECRET}`);
  await globalThis.fetch(`/missing?password=${SECRET}`);
  history.pushState(null, '', `/scan-result/${SECRET}?secret=${SECRET}`);
  reporter.capture(new Error(`https://ada:${SECRET}@gate.example/`), { cookie: SECRET });
  await vi.waitFor(() => expect(envelopes.join()).toContain('replay_recording'), 30_000);
  await reporter.stop();

  expect(info).toHaveBeenCalledOnce();
  info.mockRestore();
  const received = envelopes.join('\n');
  expect(received).toContain('/scan-result/:barcode');
  expect(received).toContain('"breadcrumbs"');
  expect(received).not.toContain(SECRET);
  expect(received).not.toContain(TEXT);
});

test('a reporter that is stopped and started again reports, and rejects nothing', async () => {
  const envelopes: string[] = [];
  const rejections: unknown[] = [];
  addEventListener('unhandledrejection', ({ reason }) => rejections.push(reason));
  const reporter = createErrorReporter({
    dsn: `${location.protocol}//public@${location.host}/1`,
    fetch: async (_input, init) => {
      envelopes.push(await new Response(init?.body).text());
      return new Response('{}', { status: 200 });
    },
  });
  for (const name of ['first', 'second']) {
    reporter.start();
    reporter.capture(new Error(name));
    await vi.waitFor(() => expect(envelopes.join()).toContain(`"${name}"`), 10_000);
    await reporter.stop();
  }
  expect(rejections).toEqual([]);
});
