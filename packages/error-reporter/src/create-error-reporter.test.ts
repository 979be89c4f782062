import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createErrorReporter, type ErrorReporterOptions } from './index.ts';
import type { SentryConnectionOptions } from './sentry-connection.ts';
import { createFakeErrorReporter } from './testing/index.ts';

const DSN = 'https://key@sentry.test/1';

function createLine() {
  const captured: unknown[] = [];
  const users: unknown[] = [];
  const close = vi.fn(async () => {});
  return {
    captured,
    users,
    close,
    line: {
      capture: (error: unknown, context: unknown) => void captured.push([error, context]),
      setUser: (user: unknown) => void users.push(user),
      close,
    },
  };
}

function setUp(options: ErrorReporterOptions = {}) {
  const sentry = createLine();
  const loading = Promise.withResolvers<typeof sentry.line>();
  const load = vi.fn(() => loading.promise);
  const events = new EventTarget();
  const errors: unknown[] = [];
  const log = { error: (message: string) => void errors.push(message) };
  const reporter = createErrorReporter({ dsn: DSN, load, events, log, ...options });
  const arrive = async () => {
    loading.resolve(sentry.line);
    await loading.promise;
    await Promise.resolve();
  };
  return { ...sentry, reporter, load, events, errors, arrive };
}

describe('Error reporter: before Sentry is there', () => {
  test('without a DSN it is off: it loads nothing, listens to nothing and stores nothing', async () => {
    const listen = vi.fn();
    const load = vi.fn();
    const reporter = createErrorReporter({ load, events: { addEventListener: listen, removeEventListener: listen } });
    reporter.start();
    reporter.capture(new Error('lost'));
    await reporter.stop();
    expect(load).not.toHaveBeenCalled();
    expect(listen).not.toHaveBeenCalled();
  });

  test('the defaults are environment production and release 1.0.0', () => {
    const { reporter, load } = setUp();
    reporter.start();
    expect(load).toHaveBeenCalledWith(
      expect.objectContaining({ dsn: DSN, environment: 'production', release: '1.0.0' }),
    );
  });

  test('errors wait in a queue, those from before the start included, and are reported in order', async () => {
    const { reporter, captured, arrive } = setUp();
    reporter.capture('first');
    reporter.start();
    reporter.capture('second', { step: 2 });
    expect(captured).toEqual([]);
    await arrive();
    reporter.capture('third');
    expect(captured).toEqual([
      ['first', undefined],
      ['second', { step: 2 }],
      ['third', undefined],
    ]);
  });

  test('uncaught errors are queued too, until Sentry has its own handlers', async () => {
    const { reporter, captured, events, arrive } = setUp();
    const thrown = new Error('thrown');
    const rejected = new Error('rejected');
    const throwError = () => events.dispatchEvent(Object.assign(new Event('error'), { error: thrown }));
    reporter.start();
    throwError();
    events.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: rejected }));
    events.dispatchEvent(new Event('error'));
    reporter.capture(thrown);
    await arrive();
    throwError();
    expect(captured).toEqual([
      [thrown, undefined],
      [rejected, undefined],
    ]);
  });

  test('the first 50 stay in the queue: they explain the later ones', async () => {
    const { reporter, captured, arrive } = setUp();
    reporter.start();
    for (let index = 1; index <= 60; index += 1) reporter.capture(`error ${index}`);
    await arrive();
    expect(captured).toHaveLength(50);
    expect(captured[49]).toEqual(['error 50', undefined]);
  });

  test('the last user set is the one reported', async () => {
    const { reporter, users, arrive } = setUp();
    reporter.setUser({ id: '1' });
    reporter.setUser({ id: '2', domain: 'north' });
    reporter.start();
    await arrive();
    reporter.setUser(null);
    expect(users).toEqual([{ id: '2', domain: 'north' }, null]);
  });

  test('a failed load is logged to the console by default', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const cause = new Error('chunk is gone');
    createErrorReporter({ dsn: DSN, events: new EventTarget(), load: () => Promise.reject(cause) }).start();
    await vi.waitFor(() => expect(error).toHaveBeenCalledExactlyOnceWith('Failed to load the error reporter', cause));
    error.mockRestore();
  });

  test('a failed load is logged and repeated with the next error', async () => {
    const { line, captured } = createLine();
    const errors: string[] = [];
    const load = vi.fn(async () => {
      if (load.mock.calls.length === 1) throw new Error('chunk is gone');
      return line;
    });
    const reporter = createErrorReporter({
      dsn: DSN,
      load,
      events: new EventTarget(),
      log: { error: (message) => void errors.push(message) },
    });
    reporter.start();
    await vi.waitFor(() => expect(errors).toEqual(['Failed to load the error reporter']));
    reporter.capture('late');
    await vi.waitFor(() => expect(captured).toEqual([['late', undefined]]));
  });

  test('the load gets all of the settings; replay is on unless it is switched off, and requests go to the fetch of the moment', async () => {
    const { reporter, load } = setUp({ environment: 'staging', release: '2.0.0' });
    reporter.start();
    const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
    expect(load).toHaveBeenCalledExactlyOnceWith({
      dsn: DSN,
      environment: 'staging',
      release: '2.0.0',
      replay: true,
      fetch: expect.any(Function),
    });
    const [settings] = load.mock.calls[0] as unknown as [SentryConnectionOptions];
    await settings.fetch('https://sentry.test/', { method: 'POST' });
    expect(fetch).toHaveBeenCalledExactlyOnceWith('https://sentry.test/', { method: 'POST' });
    fetch.mockRestore();

    const own = async () => new Response();
    const chosen = { replay: false, sampleRates: { tracesSampleRate: 0.5 }, fetch: own };
    const other = setUp(chosen);
    other.reporter.start();
    expect(other.load).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(chosen));
  });

  test('an ignored error is neither queued nor reported', async () => {
    const { reporter, captured, arrive } = setUp();
    reporter.start();
    reporter.capture('ResizeObserver loop limit exceeded');
    await arrive();
    reporter.capture('ResizeObserver loop limit exceeded');
    expect(captured).toEqual([]);
  });

  test('a second start, and errors while Sentry loads, load it no second time', async () => {
    const { reporter, load, arrive, captured, events } = setUp();
    reporter.start();
    reporter.start();
    reporter.capture('early');
    events.dispatchEvent(Object.assign(new Event('error'), { error: 'uncaught' }));
    await arrive();
    reporter.start();
    reporter.capture('late');
    expect(load).toHaveBeenCalledOnce();
    expect(captured).toEqual([
      ['early', undefined],
      ['uncaught', undefined],
      ['late', undefined],
    ]);
  });

  test('without a user of its own the connection keeps its default', async () => {
    const { reporter, users, arrive } = setUp();
    reporter.start();
    await arrive();
    expect(users).toEqual([]);
  });

  test('stop ends the listening and forgets what waits; a later start begins again', async () => {
    const { reporter, events, arrive, captured, close, load } = setUp();
    reporter.start();
    reporter.capture('waits');
    await reporter.stop();
    events.dispatchEvent(Object.assign(new Event('error'), { error: 'unheard' }));
    reporter.start();
    await arrive();
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    reporter.capture('heard');
    expect(captured).toEqual([['heard', undefined]]);
    await reporter.stop();
    expect(close).toHaveBeenCalledOnce();
  });

  test('stop closes the connection, also one that is made only afterwards', async () => {
    const { reporter, close, arrive, captured } = setUp();
    reporter.start();
    await reporter.stop();
    await arrive();
    expect(close).toHaveBeenCalledOnce();
    reporter.capture('too late');
    expect(captured).toEqual([]);
  });

  test('the fake of ./testing reports into memory', async () => {
    const reporter = createFakeErrorReporter();
    reporter.start();
    reporter.capture('broken', { step: 1 });
    reporter.setUser({ id: '7' });
    await vi.waitFor(() => expect(reporter.captured).toEqual([{ error: 'broken', context: { step: 1 } }]));
    expect(reporter.users).toEqual([{ id: '7' }]);
  });
});

describe('Error reporter: what a server receives', () => {
  let server: Server;
  let dsn: string;
  let bodies: string[];
  let addresses: (string | undefined)[];

  beforeEach(async () => {
    bodies = [];
    addresses = [];
    server = createServer(async (request, response) => {
      addresses.push(request.url);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      bodies.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString());
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    dsn = `http://public@127.0.0.1:${(server.address() as AddressInfo).port}/proxy/of/ours/1`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('an envelope with the error, its labels and the user id, and none of the planted secrets', async () => {
    const secret = 'hunter2-S3cr3t';
    const reporter = createErrorReporter({ dsn, environment: 'staging', release: '2.0.0', events: new EventTarget() });
    reporter.setUser({ id: '7', domain: 'north', workgroup: 'gate' });
    reporter.start();
    reporter.capture(new Error(`GET https://gate.example/?token=${secret}#key=${secret} failed: Bearer ${secret}`), {
      password: secret,
      body: `{"refresh_token":"${secret}"}`,
      path: `/scan-result/${secret}`,
    });
    await vi.waitFor(() => expect(bodies.join()).toContain('"exception"'));
    await reporter.stop();
    // A DSN may have a path: a proxy's on the page's own host.
    expect(addresses.at(-1)).toMatch(/^\/proxy\/of\/ours\/api\/1\/envelope\/\?.*sentry_key=public/);
    const received = bodies.join('\n');
    expect(received).toContain('"environment":"staging"');
    expect(received).toContain('"release":"2.0.0"');
    expect(received).toContain('"user":{"id":"7"}');
    expect(received).toContain('"tags":{"domain":"north","workgroup":"gate"}');
    expect(received).toContain('/scan-result/:barcode');
    expect(received).not.toContain(secret);
  });

  test('an error that waited for Sentry has the time and the user of its own moment', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValueOnce(1_700_000_000_500);
    const load = () => Promise.reject(new Error('offline'));
    const log = { error: vi.fn() };
    let reachable = false;
    const reporter = createErrorReporter({
      dsn,
      replay: false,
      events: new EventTarget(),
      log,
      load: async (options) => (reachable ? (await import('./sentry-client.ts')).connectSentry(options) : load()),
    });
    reporter.setUser({ id: 'first', domain: 'north' });
    reporter.start();
    reporter.capture(new Error('of the first'), { step: 1 });
    now.mockRestore();
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled());
    reporter.setUser(null);
    reporter.capture(new Error('of nobody'));
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(2));
    reachable = true;
    reporter.setUser({ id: 'second' });
    reporter.capture(new Error('of the second'));
    await vi.waitFor(() => expect(bodies.join()).toContain('of the second'));
    await reporter.stop();
    const [first, nobody, second] = ['of the first', 'of nobody', 'of the second'].map((text) => {
      const line = bodies.flatMap((body) => body.split('\n')).find((part) => part.includes(`"value":"${text}"`));
      return JSON.parse(line ?? 'null') as Record<string, unknown>;
    });
    expect(first).toMatchObject({
      timestamp: 1_700_000_000.5,
      user: { id: 'first' },
      tags: { domain: 'north' },
      extra: { step: 1 },
    });
    expect(nobody).toHaveProperty('user', {});
    expect(nobody).not.toHaveProperty('tags.domain');
    expect(second).toMatchObject({ user: { id: 'second' } });
  });

  test('a report in place of a value that Sentry cannot read, and the errors after it', async () => {
    const reporter = createErrorReporter({ dsn, replay: false, events: new EventTarget() });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    reporter.start();
    reporter.capture(proxy);
    reporter.capture(new Error('the next one'));
    await vi.waitFor(() => expect(bodies.join()).toContain('the next one'));
    expect(() => reporter.capture(proxy)).not.toThrow();
    expect(() => reporter.capture(new Error('with a broken context'), proxy)).not.toThrow();
    await reporter.stop();
    expect(bodies.join()).toContain('What was thrown cannot be read');
    expect(bodies.join()).toContain('with a broken context');
  });
});
