import type { Page } from '../../../../scripts/bench/browser.ts';

/** One task of a page's main thread. */
export interface Task {
  /** Elapsed time, in milliseconds. */
  readonly ms: number;
  /** Processor time of the thread, in milliseconds. */
  readonly ownMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The tasks of the pages' main threads during an action. */
export async function traceTasks(page: Page, run: () => Promise<void>): Promise<Task[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser to trace.');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await run();
  const trace = await browser.stopTracing();
  const events = readEvents(trace);
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const mains = new Set(events.filter(isMain).map(thread));
  return events
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && mains.has(thread(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, ownMs: tdur / 1000 }));
}

/** A trace is too long for one string, so it is read line by line: each line is an event. */
function readEvents(trace: Buffer): TraceEvent[] {
  const events: TraceEvent[] = [];
  for (let from = 0; from < trace.length; ) {
    const end = trace.indexOf('\n', from);
    const line = trace.toString('utf8', from, end < 0 ? trace.length : end);
    from = end < 0 ? trace.length : end + 1;
    // The last event ends without a comma; it follows every requested one.
    if (line.endsWith(',') && (line.includes('"name":"RunTask"') || line.includes('"CrRendererMain"'))) {
      events.push(JSON.parse(line.slice(0, -1)) as TraceEvent);
    }
  }
  return events;
}
