import { fileURLToPath } from 'node:url';
import { type BrowserContext, launchBrowser, type Page } from '../../../scripts/bench/browser.ts';
import { servePage } from '../../../scripts/bench/page-server.ts';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import type { DevicePage } from './page/device.ts';

const TABS = 5;

await runBench('Device id', async ({ size, say, check }) => {
  const server = await servePage(fileURLToPath(new URL('page/device.ts', import.meta.url)));
  const browser = await launchBrowser();
  const leaving: string[] = [];

  /** A device on its first visit. */
  async function newDevice(): Promise<BrowserContext> {
    const context = await browser.newContext();
    context.on('request', (request) => {
      if (!request.url().startsWith(server.origin)) leaving.push(request.url());
    });
    return context;
  }

  const ask = (page: Page): Promise<DevicePage> => page.evaluate(() => globalThis.device);
  async function visit(page: Page): Promise<DevicePage> {
    await page.goto(server.origin);
    return ask(page);
  }

  const reloads = size(1_000, 40);
  say(`${reloads} reloads of one page`);
  const device = await newDevice();
  const page = await device.newPage();
  const first = await visit(page);
  const answers: DevicePage[] = [];
  for (let reload = 0; reload < reloads; reload += 1) {
    await page.reload();
    answers.push(await ask(page));
  }
  await device.close();
  const ids = new Set([first, ...answers].map(({ deviceId }) => deviceId));
  check('ids', { over: `${reloads} reloads`, measured: ids.size, target: { is: 1 } });
  check('loads of the fingerprint library while an id is stored', {
    over: `${reloads} reloads`,
    measured: answers.filter(({ loadedLibrary }) => loadedLibrary).length,
    target: { is: 0 },
  });

  const devices = size(1_000, 10);
  say(`${devices} identical devices, each a new browser context`);
  const identical: string[] = [];
  for (let count = 0; count < devices; count += 1) {
    const context = await newDevice();
    const { deviceId, loadedLibrary } = await visit(await context.newPage());
    if (!loadedLibrary) throw new Error('A first visit made an id without the fingerprint library.');
    identical.push(deviceId);
    await context.close();
  }
  const over = `${devices} identical devices`;
  check('fingerprints', { over, measured: new Set(identical.map(fingerprintOf)).size, target: { is: 1 } });
  check('ids', { over, measured: new Set(identical).size, target: { is: devices } });

  const runs = size(50, 4);
  say(`${runs} first runs of ${TABS} tabs at once`);
  let disagreements = 0;
  for (let run = 0; run < runs; run += 1) {
    const context = await newDevice();
    const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
    const found = await Promise.all(tabs.map(visit));
    const stored = await Promise.all(tabs.map((tab) => tab.evaluate(() => localStorage.getItem('deviceId'))));
    if (new Set([...stored, ...found.map(({ deviceId }) => deviceId)]).size !== 1) disagreements += 1;
    await context.close();
  }
  check('first runs on which tabs disagree', {
    over: `${runs} x ${TABS} tabs`,
    measured: disagreements,
    target: { is: 0 },
  });
  check('requests to another origin', {
    over: 'all of these',
    measured: leaving.length,
    target: { is: 0 },
  });

  await browser.close();
  await server.close();
});

function fingerprintOf(deviceId: string): string {
  return deviceId.split('.', 1)[0] ?? '';
}
