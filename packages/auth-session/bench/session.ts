import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CLERK, startApi } from '../../../scripts/bench/api-process.ts';
import { findProcess, killBrowser, openProfile, type Page, temporaryFolder } from '../../../scripts/bench/browser.ts';
import { servePage } from '../../../scripts/bench/page-server.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { BAD_ANSWERS } from './bad-answers.ts';
import { createRefreshObserver, type RefreshObserver } from './refresh-observer.ts';

/** So short that tokens also expire on their own during the run. */
const ACCESS_TOKEN_SECONDS = 3;
/** The longest delay of a refresh on its way to the API, and of its answer on its way back, while browsers are killed. */
const DELAY_MS = 20;
const TABS = 8;
const CALLERS = 1_000;

interface Context extends Bench {
  readonly origin: string;
  readonly observer: RefreshObserver;
}

await runBench('Session', async (bench) => {
  const api = await startApi({ ACCESS_TOKEN_SECONDS: String(ACCESS_TOKEN_SECONDS) });
  const observer = createRefreshObserver(api.origin);
  const entry = fileURLToPath(new URL('page/session.ts', import.meta.url));
  const server = await servePage(entry, observer.intercept);
  const shared = { ...bench, origin: server.origin, observer };
  await rotateInTabs(shared);
  await killBrowsers(shared);
  await askAtOnce(shared);
  await answerBadly(shared);
  await server.close();
});

/** Tabs of one profile, each a page of its own, that rotate against each other. */
async function rotateInTabs({ origin, observer, size, say, check }: Context): Promise<void> {
  const rotations = size(500, 15);
  say(`${TABS} tabs, ${rotations} rotations each`);
  const context = await openProfile(temporaryFolder());
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
  await Promise.all(tabs.slice(0, 1).map((tab) => visitAndSignIn(tab, origin)));
  await Promise.all(tabs.slice(1).map((tab) => visit(tab, origin)));
  await Promise.all(tabs.map((tab) => tab.evaluate((count) => globalThis.tab.rotate(count), rotations)));
  const ends = await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(async () => {
        const status = await globalThis.tab.call();
        return status !== 200 || globalThis.tab.getStatus() !== 'signed-in' || globalThis.tab.countLogouts() > 0;
      }),
    ),
  );
  await context.close();
  const over = `${TABS} tabs, ${observer.seen.refreshes} rotations`;
  check('rotations', { over, measured: observer.seen.refreshes, target: { atLeast: TABS * rotations } });
  check('stale refresh tokens presented', { over, measured: observer.seen.replaced, target: { is: 0 } });
  check('forced logouts', { over, measured: ends.filter((isOut) => isOut).length, target: { is: 0 } });
}

/** One profile whose browser is killed again and again while it refreshes. */
async function killBrowsers({ origin, observer, size, say, check }: Context): Promise<void> {
  const kills = size(200, 4);
  say(`${kills} browser kills`);
  const before = { ...observer.seen };
  const profile = temporaryFolder();
  // Closed normally once, so that local storage has saved the sign-in.
  const first = await openProfile(profile);
  await visitAndSignIn(await first.newPage(), origin);
  await first.close();
  let logouts = 0;
  let underWay = 0;
  observer.delayMs = DELAY_MS;
  for (let kill = 0; kill <= kills; kill += 1) {
    const context = await openProfile(profile);
    const browser = await findProcess(context);
    const page = await context.newPage();
    if (kill % 2 === 0) {
      const status = await visit(page, origin);
      if (status !== 'signed-in') {
        logouts += 1;
        say(`forced logout after ${kill} kills: ${status}`);
        await page.evaluate(({ clerk, password }) => globalThis.tab.login(clerk, password), CLERK);
      }
      if (kill === kills) {
        await context.close();
        break;
      }
    }
    const refreshes = observer.seen.refreshes;
    if (kill % 2 === 0) {
      // Killed before, while or just after the answer arrives.
      void page.evaluate(() => globalThis.tab.rotate(3)).catch(() => {});
      for (let waitedMs = 0; waitedMs < 10_000 && observer.seen.refreshes === refreshes; waitedMs += 1) await sleep(1);
      await sleep(Math.random() * 4 * DELAY_MS);
    } else {
      // Killed at some point of its start-up.
      void page.goto(origin, { waitUntil: 'commit' }).catch(() => {});
      await sleep(40 + Math.random() * 120);
    }
    if (observer.seen.refreshes > refreshes) underWay += 1;
    await killBrowser(context, browser);
  }
  observer.delayMs = 0;
  const over = `${kills} kills, ${observer.seen.refreshes - before.refreshes} refreshes`;
  say(`a refresh was under way, or just done, in ${underWay} of ${kills} kills`);
  check('kills while refreshing', { over, measured: underWay, target: { atLeast: kills / 2 } });
  check('stale refresh tokens that revoke', {
    over,
    measured: observer.seen.outdated - before.outdated,
    target: { is: 0 },
  });
  check('forced logouts', { over, measured: logouts, target: { is: 0 } });
}

/** Many callers of one tab with an expired token. */
async function askAtOnce({ origin, observer, check }: Context): Promise<void> {
  const context = await openProfile(temporaryFolder());
  const page = await context.newPage();
  await visitAndSignIn(page, origin);
  const before = observer.seen.refreshes;
  const tokens = await page.evaluate((count) => globalThis.tab.askAtOnce(count), CALLERS);
  const over = `${CALLERS} concurrent callers`;
  check('refreshes', { over, measured: observer.seen.refreshes - before, target: { is: 1 } });
  check('different tokens handed out', { over, measured: tokens, target: { is: 1 } });
  await context.close();
}

/** Answers that are not a refusal by our API. */
async function answerBadly({ origin, observer, say, check }: Context): Promise<void> {
  say(`${BAD_ANSWERS.length} bad refresh answers`);
  const context = await openProfile(temporaryFolder());
  const page = await context.newPage();
  // Two answers never end. A busy machine may take a second to send a call. The refresh of a start, which `start` awaits for
  // two seconds, has ended by then.
  await visitAndSignIn(page, `${origin}/`);
  await visit(page, `${origin}/?timeout=1500`);
  let logouts = 0;
  let unanswered = 0;
  for (const [name, answer] of BAD_ANSWERS) {
    const before = observer.seen.refreshes;
    observer.badAnswer = answer;
    const isRefreshed = await page.evaluate(() => globalThis.tab.refresh());
    if (observer.seen.refreshes === before) unanswered += 1;
    const isOut = await page.evaluate(
      () => globalThis.tab.getStatus() !== 'signed-in' || localStorage.getItem('refreshToken') === null,
    );
    if (!isOut && !isRefreshed) continue;
    say(`${isOut ? 'logged out' : 'counted as a refresh'} by ${name}`);
    logouts += 1;
    await page.evaluate(({ clerk, password }) => globalThis.tab.login(clerk, password), CLERK);
  }
  observer.badAnswer = undefined;
  const over = `${BAD_ANSWERS.length} bad answers`;
  check('bad refresh answers', { over: 'all of them', measured: BAD_ANSWERS.length, target: { atLeast: 60 } });
  check('bad answers that were never asked for', { over, measured: unanswered, target: { is: 0 } });
  check('wrong logouts', { over, measured: logouts, target: { is: 0 } });
  // With the usual time limit: a busy machine takes more than the short one for a good answer, too.
  await visit(page, `${origin}/`);
  const isBack = await page.evaluate(() => globalThis.tab.refresh());
  check('sessions that continue afterwards', { over, measured: Number(isBack), target: { is: 1 } });
  await context.close();
}

async function visit(page: Page, address: string): Promise<string> {
  await page.goto(address);
  return page.evaluate(() => globalThis.tab.started);
}

async function visitAndSignIn(page: Page, address: string): Promise<void> {
  await visit(page, address);
  const isSignedIn = await page.evaluate(({ clerk, password }) => globalThis.tab.login(clerk, password), CLERK);
  if (!isSignedIn) throw new Error('The benchmark could not sign in.');
}
