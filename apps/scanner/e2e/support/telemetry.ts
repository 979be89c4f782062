import { expect } from '@playwright/test';
import { bearerOf, type CollectedRequest, type Collector, type CollectorAnswer } from './collector.ts';

/** An analytics event as the ingest service received it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly timestamp: string;
  readonly module: string;
  readonly level: string;
  readonly category: string;
  readonly deviceId: string;
  readonly sessionId: string;
  readonly user: Readonly<Record<string, string>> | null;
  readonly app: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly [deviceField: string]: unknown;
}

/** One test's part of the collector, identified by token and project. */
export interface Telemetry {
  /** The runtime configuration that sends events here. */
  readonly axiom: Readonly<Record<string, string>>;
  /** The runtime configuration that sends reports here. */
  readonly sentry: Readonly<Record<string, string>>;
  /** The ingest requests so far. */
  batches(): readonly CollectedRequest[];
  /** The events so far, in the order of arrival; with a name, only those of that name. */
  events(name?: string): readonly ReceivedEvent[];
  /** Waits for the first event of a name that also passes `matches`. */
  event(name: string, matches?: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Sets the answer of the ingest service; `null` accepts everything. */
  answer(answer: CollectorAnswer | null): void;
  /** Every envelope of the error reporter so far, as text. */
  envelopes(): readonly string[];
  /** The error reports in them. */
  reports(): readonly Readonly<Record<string, unknown>>[];
}

let lastId = 0;

export function openTelemetry(collector: Collector): Telemetry {
  lastId += 1;
  const id = lastId;
  const token = `xaat-test-${id}`;
  const batches = () => collector.requests.filter((request) => bearerOf(request) === token);
  const events = (name?: string) =>
    batches()
      .flatMap(({ body }) => body.split('\n'))
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ReceivedEvent)
      .filter(({ event }) => name === undefined || event === name);
  const envelopes = () =>
    collector.requests.filter(({ path }) => path.startsWith(`/api/${id}/envelope/`)).map(({ body }) => body);
  return {
    axiom: { AXIOM_URL: collector.origin, AXIOM_TOKEN: token },
    sentry: { SENTRY_DSN: `${collector.origin.replace('://', '://publickey@')}/${id}` },
    batches,
    events,
    async event(name, matches = () => true) {
      const find = () => events(name).find(matches);
      await expect.poll(find, { message: `an event ${name}` }).toBeTruthy();
      return find() as ReceivedEvent;
    },
    answer: (answer) => collector.answer(token, answer),
    envelopes,
    reports: () => envelopes().flatMap((envelope) => payloadsOf(envelope, 'event')),
  };
}

/** An envelope is lines of JSON: a header, then a header and a payload for each item. */
function payloadsOf(envelope: string, type: string): Record<string, unknown>[] {
  const lines = envelope.split('\n');
  return lines.flatMap((line, index) => {
    if (index === 0 || index % 2 === 0 || line === '') return [];
    const header = JSON.parse(line) as { type?: string };
    return header.type === type ? [JSON.parse(lines[index + 1] ?? '{}') as Record<string, unknown>] : [];
  });
}
