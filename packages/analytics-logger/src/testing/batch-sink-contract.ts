import { expectEqual } from '@scantix/runtime-utils/testing';
import type { BatchSink, SendResult } from '../index.ts';

/** What the service behind a sink does with each request. */
export type ServiceConduct =
  | 'accepts everything'
  | 'refuses the first event'
  | 'limits the rate'
  | 'forbids'
  | 'rejects'
  | 'hangs up'
  | 'answers with a page';

/** A sink under test, and the service behind it. */
export interface LogService {
  readonly sink: BatchSink;
  /** Sets what the service does from now on. At first it accepts everything. */
  behave(conduct: ServiceConduct): Promise<void> | void;
  /** The lines that the service has accepted, in order. */
  accepted(): Promise<readonly string[]> | readonly string[];
}

/** Makes sinks under test, each with a service of its own. */
export interface BatchSinkHarness {
  /** Called once a scenario; if it rejects, the scenario fails. */
  open(): Promise<LogService> | LogService;
}

interface BatchSinkScenario {
  readonly title: string;
  run(service: LogService): Promise<void>;
}

const LINES = ['{"event":"first"}', '{"event":"second","text":"a\\nb – 🎫"}', '{"event":"third"}'];

const summarize = (result: SendResult) => (result.ok ? ['ok', result.failed] : ['not accepted', result.error.code]);

const SCENARIOS: readonly BatchSinkScenario[] = [
  {
    title: 'lines are accepted in order, unchanged',
    async run({ sink, accepted }) {
      expectEqual(summarize(await sink.send(LINES)), ['ok', 0]);
      expectEqual(await accepted(), LINES);
    },
  },
  {
    title: 'batches sent at the same time get a result each',
    async run({ sink, accepted }) {
      const results = await Promise.all([sink.send(LINES), sink.send(LINES.slice(1))]);
      expectEqual(results.map(summarize), [
        ['ok', 0],
        ['ok', 0],
      ]);
      expectEqual((await accepted()).length, 5);
    },
  },
  {
    title: 'events that are refused one by one are counted, and the others are accepted',
    async run({ sink, behave, accepted }) {
      await behave('refuses the first event');
      expectEqual(summarize(await sink.send(LINES)), ['ok', 1]);
      expectEqual(await accepted(), LINES.slice(1));
    },
  },
  {
    title: 'a rate limit reports its end',
    async run({ sink, behave }) {
      await behave('limits the rate');
      const result = await sink.send(LINES);
      expectEqual(summarize(result), ['not accepted', 'rate-limited']);
      expectEqual(!result.ok && Number(result.error.retryAt) > Date.now(), true);
    },
  },
  ...(
    [
      ['forbids', 'forbidden'],
      ['rejects', 'rejected'],
      ['hangs up', 'unreachable'],
      ['answers with a page', 'unreachable'],
    ] as const
  ).map(([conduct, code]) => ({
    title: `a service that ${conduct} has accepted nothing, is reported as ${code}, and can be sent to again`,
    async run({ sink, behave, accepted }: LogService) {
      await behave(conduct);
      expectEqual(summarize(await sink.send(LINES)), ['not accepted', code]);
      expectEqual(await accepted(), []);
      await behave('accepts everything');
      expectEqual(summarize(await sink.send(LINES)), ['ok', 0]);
      expectEqual(await accepted(), LINES);
    },
  })),
];

/**
 * What the logger relies on in any sink, as named checks for any test runner. A check that
 * fails rejects.
 *
 * @example
 * for (const { title, run } of batchSinkContract({ open })) test(title, run);
 */
export function batchSinkContract({ open }: BatchSinkHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({ title, run: async () => run(await open()) }));
}
