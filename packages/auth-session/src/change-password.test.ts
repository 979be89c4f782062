import { HEADERS, NEW_PASSWORD } from '@scantix/api-contract';
import { afterEach, expect, test, vi } from 'vitest';
import { changePassword, type PasswordChange } from './index.ts';
import { createFakeAuthServer, createSessionHarness, fakeDeviceIdentity, refuse } from './testing/index.ts';

const PATH = '/v0/auth/password';

afterEach(() => void vi.useRealTimers());

function changeAt(answer: () => Response | Promise<Response>, more: Partial<PasswordChange> = {}) {
  const server = createFakeAuthServer();
  server.answerNext(PATH, answer);
  const change = { clerk: 'ada', password: 'once', newPassword: 'harbour lights', deviceIdentity: fakeDeviceIdentity };
  const run = (options?: { signal?: AbortSignal }) =>
    changePassword({ baseUrl: 'https://scan.example', fetch: server.fetch, ...change, ...more }, options);
  return { server, run };
}

test('a sign-in that the server refuses until there is a new password says so, in the words of the server', async () => {
  const { session, server } = createSessionHarness();
  const refusal = () => {
    const answer = refuse(403, 'forbidden', 'Replace it first.', { retry_after_ms: 5 });
    answer.headers.set(HEADERS.signIn, NEW_PASSWORD);
    return answer;
  };
  server.answerNext('/v0/auth/login', refusal);
  const outcome = await session.login({ clerk: 'ada', password: 'secret' });
  expect(outcome).toEqual({ ok: false, code: 'new-password-required', message: 'Replace it first.' });
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-out', error: 'Replace it first.' });
});

test('without a message of the server it is a failed sign-in', async () => {
  const { session, server } = createSessionHarness();
  server.answerNext(
    '/v0/auth/login',
    () => new Response('', { status: 403, headers: { [HEADERS.signIn]: NEW_PASSWORD } }),
  );
  const outcome = await session.login({ clerk: 'ada', password: 'secret' });
  expect(outcome).toEqual({ ok: false, code: 'new-password-required', message: 'Login failed' });
});

test('a header that says something else changes nothing', async () => {
  const { session, server } = createSessionHarness();
  server.answerNext('/v0/auth/login', () =>
    Response.json({ message: 'No.' }, { status: 403, headers: { [HEADERS.signIn]: 'something-newer' } }),
  );
  expect(await session.login({ clerk: 'ada', password: 'secret' })).toMatchObject({ code: 'rejected', message: 'No.' });
});

test('a changed password is told, and the call carries what the server asks for', async () => {
  const { server, run } = changeAt(() => Response.json({ status: 'changed' }));
  expect(await run()).toEqual({ ok: true });
  const [{ body, credentials, method } = {}] = server.requests;
  expect({ body, credentials, method }).toEqual({
    method: 'POST',
    credentials: 'include',
    body: {
      clerk: 'ada',
      password: 'once',
      new_password: 'harbour lights',
      device_id: await fakeDeviceIdentity.getDeviceId(),
    },
  });
});

test('the passwords follow no redirect', async () => {
  let redirect: RequestRedirect | undefined;
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    redirect = init?.redirect;
    return Response.json({ status: 'changed' });
  };
  await changeAt(() => new Response(), { fetch }).run();
  expect(redirect).toBe('error');
});

test.each([
  [() => Response.json({ status: 'refused', refusal: 'common' }), { ok: false, code: 'refused', refusal: 'common' }],
  [
    () => Response.json({ status: 'refused', refusal: 'login_name' }),
    { ok: false, code: 'refused', refusal: 'login_name' },
  ],
  [() => Response.json({ status: 'newer' }), { ok: false, code: 'rejected', message: 'Authentication failed' }],
  [() => Response.json({ status: 'refused', refusal: 'newer' }), { ok: false, code: 'refused', refusal: 'common' }],
  [
    () => refuse(401, 'unauthenticated', 'Invalid credentials'),
    { ok: false, code: 'invalid-credentials', message: 'Invalid username or password. Please try again.' },
  ],
  [
    () => refuse(429, 'rate_limited', 'Wait.', { retry_after_ms: 3_000 }),
    { ok: false, code: 'rate-limited', message: 'Wait.', retryAfterMs: 3_000 },
  ],
  [
    () => new Response('<h1>Portal</h1>', { status: 200 }),
    { ok: false, code: 'network', message: 'Network error. Please try again.' },
  ],
])('an answer is a value (%#)', async (answer, outcome) => {
  expect(await changeAt(answer).run()).toEqual(outcome);
});

test('an answer that does not come is a time-out, and a caller who gives up gets the own reason', async () => {
  const never = () => new Promise<Response>(() => {});
  const waits = (signal?: AbortSignal | null) =>
    new Promise<Response>((_, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const fetch: typeof globalThis.fetch = (_input, init) => waits(init?.signal);
  expect(await changeAt(never, { fetch, timeoutMs: 1 }).run()).toMatchObject({ ok: false, code: 'timeout' });
  const controller = new AbortController();
  const reason = new Error('gave up');
  const running = changeAt(never, { fetch }).run({ signal: controller.signal });
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
});

test('a device identity that throws is a value, as of a sign-in', async () => {
  const getDeviceId = () => Promise.reject(new Error('no id'));
  const deviceIdentity = { ...fakeDeviceIdentity, getDeviceId };
  const { run, server } = changeAt(() => Response.json({ status: 'changed' }), { deviceIdentity });
  const outcome = await run();
  expect(outcome).toEqual({ ok: false, code: 'unknown', message: 'An unknown error occurred' });
  expect(outcome).toEqual(
    await createSessionHarness({ deviceIdentity }).session.login({ clerk: 'ada', password: 'secret' }),
  );
  expect(server.requests).toEqual([]);
});

test('a caller who gives up waits for no device identity', async () => {
  const getDeviceId = vi.fn(() => new Promise<never>(() => {}));
  const { run, server } = changeAt(() => Response.json({ status: 'changed' }), {
    deviceIdentity: { ...fakeDeviceIdentity, getDeviceId },
  });
  vi.useFakeTimers();
  const controller = new AbortController();
  const reason = new Error('gave up');
  const running = run({ signal: controller.signal });
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
  await expect(run({ signal: controller.signal })).rejects.toBe(reason);
  expect(getDeviceId).toHaveBeenCalledOnce();
  expect(server.requests).toEqual([]);
});
