import type { LogSink, SendResult } from '../index.ts';
import { expectEqual } from './expect-equal.ts';

/** What the service behind a sink does with everything that it is sent. */
export type ServiceConduct =
  | 'takes everything'
  | 'refuses the first event'
  | 'limits the rate'
  | 'forbids'
  | 'rejects'
  | 'hangs up'
  | 'answers with a page';

/** A sink under test, and the service behind it. */
export interface LogService {
  readonly sink: LogSink;
  /** From now on the service does this. It takes everything at first. */
  behave(conduct: ServiceConduct): Promise<void> | void;
  /** The lines that the service has taken, in order. */
  taken(): Promise<readonly string[]> | readonly string[];
}

/** Makes sinks under test, each before a service of its own. */
export interface LogSinkHarness {
  open(): Promise<LogService> | LogService;
}

interface LogSinkScenario {
  readonly title: string;
  run(service: LogService): Promise<void>;
}

const LINES = ['{"event":"first"}', '{"event":"second","text":"a\\nb – 🎫"}', '{"event":"third"}'];

const tell = (result: SendResult) => (result.ok ? ['ok', result.failed] : ['not taken', result.error.code]);

const SCENARIOS: readonly LogSinkScenario[] = [
  {
    title: 'lines are taken in order, as they are',
    async run({ sink, taken }) {
      expectEqual(tell(await sink.send(LINES)), ['ok', 0]);
      expectEqual(await taken(), LINES);
    },
  },
  {
    title: 'batches sent at the same time have an answer each',
    async run({ sink, taken }) {
      const results = await Promise.all([sink.send(LINES), sink.send(LINES.slice(1))]);
      expectEqual(results.map(tell), [
        ['ok', 0],
        ['ok', 0],
      ]);
      expectEqual((await taken()).length, 5);
    },
  },
  {
    title: 'events that are refused one by one are counted, and the others are taken',
    async run({ sink, behave, taken }) {
      await behave('refuses the first event');
      expectEqual(tell(await sink.send(LINES)), ['ok', 1]);
      expectEqual(await taken(), LINES.slice(1));
    },
  },
  {
    title: 'a rate limit says until when nothing is to be sent',
    async run({ sink, behave }) {
      await behave('limits the rate');
      const result = await sink.send(LINES);
      expectEqual(tell(result), ['not taken', 'rate-limited']);
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
    title: `a service that ${conduct} has taken nothing, is told as ${code}, and is sent to again`,
    async run({ sink, behave, taken }: LogService) {
      await behave(conduct);
      expectEqual(tell(await sink.send(LINES)), ['not taken', code]);
      expectEqual(await taken(), []);
      await behave('takes everything');
      expectEqual(tell(await sink.send(LINES)), ['ok', 0]);
      expectEqual(await taken(), LINES);
    },
  })),
];

/**
 * What the logger relies on in any sink, as named checks for any test runner.
 *
 * @example
 * for (const { title, run } of logSinkContract({ open })) test(title, run);
 */
export function logSinkContract({ open }: LogSinkHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({ title, run: async () => run(await open()) }));
}
