import { fileURLToPath } from 'node:url';
import { servePage } from '../../../scripts/bench/page-server.ts';
import { seededRandom } from '../../../scripts/bench/random.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { createRefreshObserver } from './refresh-observer.ts';
import { openDevice } from './upheaval/open-device.ts';
import { startRestartingApi } from './upheaval/restarting-api.ts';
import { type Shaken, STEPS } from './upheaval/steps.ts';

const TABS = 3;

/** One session, shaken step by step. */
interface Run {
  readonly seed: number;
  readonly plan: readonly string[];
  /** The guard that is left out. */
  readonly without?: string;
}

await runBench(
  'Session: upheaval',
  async (bench) => {
    // Access tokens live for two seconds, so that most of what happens meets one that has expired.
    const api = await startRestartingApi({ ACCESS_TOKEN_SECONDS: '2' });
    const observer = createRefreshObserver(api.origin);
    const server = await servePage(fileURLToPath(new URL('page/upheaval.ts', import.meta.url)), observer.intercept);
    observer.delayMs = 30;
    const first = Number(bench.option('seed') ?? Date.now() % 1_000_000);
    const shake = (run: Run) => shakeSession(run, { ...bench, api, observer, origin: server.origin });

    const seeds = Array.from({ length: bench.size(5, 1) }, (_, index) => first + index);
    const rounds = bench.size(4, 1);
    const kinds = Array.from({ length: rounds }, () => Object.keys(STEPS)).flat();
    const totals = { steps: 0, frozen: 0, logouts: 0, returned: 0, idle: 0 };
    for (const seed of seeds) {
      const left = bench.option('without');
      const result = await shake({ seed, plan: shuffle(kinds, seededRandom(seed)), ...(left && { without: left }) });
      for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += result[key];
    }
    const over = `seeds ${seeds.join(', ')}: ${totals.steps} steps, each kind ${seeds.length * rounds} times`;
    bench.check('tabs frozen for 5.5 s', { over, measured: totals.frozen, target: { moreThan: 0 } });
    bench.check('forced logouts', { over, measured: totals.logouts, target: { is: 0 } });
    bench.check('sign-outs that did not hold', { over, measured: totals.returned, target: { is: 0 } });
    bench.check('tabs without an answer at the end', { over, measured: totals.idle, target: { is: 0 } });
    bench.check('refresh tokens so old that they revoke', {
      over,
      measured: observer.seen.outdated,
      target: { is: 0 },
    });

    const without = 'the time of the server';
    // An open tab would refresh as soon as the clock is set: what it stores then has not expired.
    const plan = ['set the clock past every expiry while no tab is open'];
    const planted = await shake({ seed: first, plan, without });
    const target = { moreThan: 0 };
    bench.check(`forced logouts without ${without}`, { over: `seed ${first}`, measured: planted.logouts, target });
    await server.close();
  },
  { options: ['seed', 'without'] },
);

interface Setting extends Bench, Pick<Shaken, 'api' | 'observer'> {
  readonly origin: string;
}

async function shakeSession({ seed, plan, without }: Run, { api, observer, origin, say }: Setting) {
  say(`seed ${seed}${without ? `, without ${without}` : ''}`);
  const random = seededRandom(seed);
  await api.up();
  const device = await openDevice(origin, TABS, without);
  const shaken: Shaken = { api, device, observer, random, unseenMs: 0, returned: 0 };
  const taken: string[] = [];
  let logouts = 0;

  async function checkSignedIn(): Promise<void> {
    if (await device.reaches('signed-in')) return;
    logouts += 1;
    say(`logged out after: ${taken.slice(-12).join(' · ')}`);
    await Promise.all([api.up(), device.thawed()]);
    await device.signIn();
  }

  for (const name of plan) {
    taken.push(name);
    await STEPS[name]?.(shaken);
    await checkSignedIn();
  }
  await Promise.all([api.up(), device.thawed()]);
  await checkSignedIn();
  let idle = 0;
  for (const { page } of device.tabs) {
    const statuses = await page.evaluate(async () => {
      const seen: number[] = [];
      while (seen.length < 100 && seen.at(-1) !== 200) {
        if (seen.length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
        seen.push(await globalThis.shaken.call());
      }
      return seen;
    });
    if (statuses.at(-1) === 200) continue;
    idle += 1;
    const state = await page.evaluate(() => globalThis.shaken.getStatus());
    say(`a ${state} tab got only ${[...new Set(statuses)].join(', ')} after: ${plan.join(' · ')}`);
  }
  await device.close();
  return { steps: plan.length, frozen: device.frozen, logouts, returned: shaken.returned, idle };
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
