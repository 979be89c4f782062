import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { type AnalyticsLoggerOptions, createAnalyticsLogger } from '../index.ts';

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly encoding: string | undefined;
  readonly events: Record<string, unknown>[];
}

/** Answers a request. */
export type Answer = (response: ServerResponse, events: Record<string, unknown>[]) => void;

/** Answers with JSON. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};
/** Accepts every event. */
export const accepted: Answer = (response, events) =>
  json(200, { ingested: events.length, failed: 0 })(response, events);
/** Closes the connection without an answer. */
export const dropped: Answer = (response) => void response.socket?.destroy();

async function read(request: IncomingMessage): Promise<Record<string, unknown>[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A busy machine takes more than the default second. */
export const LIMIT = { timeout: 4_000 };

/** Lets the client's own waiting pass while the real server answers. */
export async function run<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const settled = work.finally(() => {
    done = true;
  });
  while (!done) {
    // Several turns for the sockets before the clock moves, so that a busy machine costs little of the clock's time.
    for (let turn = 0; turn < 50 && !done; turn += 1) await setImmediate();
    await vi.advanceTimersByTimeAsync(10);
  }
  return settled;
}

/** What a test of the delivery sees and sets; each test begins with a new server. */
interface Delivery {
  /** The address of the server. */
  url: string;
  requests: ReceivedRequest[];
  /** The server's next answers; after them it accepts everything. */
  answers: Answer[];
  /** What the logger has reported as an error. */
  errors: string[];
  /** Hides the page. */
  hide: () => void;
}

/** Runs each test of the file with a stopped clock and a log-ingestion server of its own. */
export function setUpDelivery() {
  const at: Delivery = { url: '', requests: [], answers: [], errors: [], hide: () => {} };
  let server: Server;
  let stop: () => Promise<void>;

  // Loaded before the clock stops: a slow load would otherwise pass as time.
  beforeAll(() => import('../axiom-client.ts'));

  beforeEach(async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      now: 1_800_000_000_000,
    });
    at.requests = [];
    at.answers = [];
    at.errors = [];
    server = createServer(async (request, response) => {
      const events = await read(request);
      const { authorization, 'content-encoding': encoding } = request.headers;
      at.requests.push({ url: request.url ?? '', authorization, encoding, events });
      (at.answers.shift() ?? accepted)(response, events);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    at.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    await run(stop());
    vi.useRealTimers();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const startLogger = (options: Partial<AnalyticsLoggerOptions> = {}) => {
    let ids = 0;
    const logger = createAnalyticsLogger({
      enabled: true,
      dataset: 'gate-logs',
      token: 'xaat-ingest',
      url: at.url,
      app: {
        name: 'Scantix',
        version: '1.0.0',
        environment: 'test',
        domain: 'gate.test',
        apiBaseUrl: 'https://gate.test',
      },
      deviceIdentity: {
        getDeviceId: async () => 'fingerprint.0000',
        getDeviceInformation: async () => ({
          deviceType: 'iPhone',
          deviceOS: 'iOS',
          deviceBrowser: 'Safari',
          deviceString: 'iPhone (Safari)',
          deviceCategory: 'mobile',
          language: 'en-GB',
          screenResolution: '390x844',
        }),
      },
      newId: () => `id-${++ids}`,
      onPageHide: (listener) => {
        at.hide = listener;
        return () => {};
      },
      console: { debug() {}, info() {}, warn() {}, error: (line: string) => void at.errors.push(line) },
      ...options,
    });
    logger.start();
    stop = () => logger.stop();
    const logMany = (count: number, from = 1) => {
      for (let index = from; index < from + count; index += 1) logger.log({ name: `event-${index}` });
    };
    return { logger, logMany };
  };

  return Object.assign(at, { startLogger });
}

/** The names of the events of a request. */
export const namesOf = (request: ReceivedRequest | undefined) => request?.events.map(({ event }) => event);
/** The names of events that `logMany` has logged. */
export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `event-${from + index}`);
