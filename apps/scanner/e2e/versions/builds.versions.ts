import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { signIn } from '../support/clerk.ts';
import { expect, test } from '../support/test.ts';
import { BEFORE, type Build, deploy, NOW } from './build.ts';
import { allowOwnScript, expectDelivered, letScansThrough, scanInVain, setUpDevice, takeNewBuild } from './device.ts';

/** A ticket, a cancelled ticket, and a code that is no ticket. */
const codesOf = (stage: number) => [
  `HL-2026-00${10 + stage}`,
  ['8711253011157', '8711253011133', '8711253011140'][stage] as string,
  `NO-TICKET-${stage}`,
];

for (const [name, app, api] of [
  ['the app of before with the API of now', BEFORE, NOW],
  ['the app of now with the API of before', NOW, BEFORE],
] as const) {
  test(`${name}: what waited arrives, and nothing is rejected`, async ({ folder, startBackend }) => {
    const backend = await startBackend({ ...api, appDir: app.appDir, connectSources: [] });
    const { page, context, close } = await openBrowser({ origin: backend.origin, profile: join(folder, 'profile') });
    if (api === BEFORE) await allowOwnScript(context);
    await setUpDevice(page);
    await scanInVain(page, codesOf(0));
    await letScansThrough(context);
    await expectDelivered(page, backend.origin, codesOf(0));
    await close();
  });
}

test('an app that goes from before to now and back delivers what each build has left', async ({
  folder,
  startBackend,
}) => {
  const appDir = join(folder, 'app');
  const take = async (build: Build) => {
    await deploy(build, appDir);
    await takeNewBuild(page);
  };
  await deploy(BEFORE, appDir);
  const backend = await startBackend({ program: NOW.program, appDir, connectSources: [] });
  const { page, context, close } = await openBrowser({ origin: backend.origin, profile: join(folder, 'profile') });
  await setUpDevice(page);
  await scanInVain(page, codesOf(0));
  await take(NOW);
  await scanInVain(page, codesOf(1));
  await take(BEFORE);
  await scanInVain(page, codesOf(2));
  await letScansThrough(context);
  await expectDelivered(page, backend.origin, [0, 1, 2].flatMap(codesOf));
  await take(NOW);
  await expectDelivered(page, backend.origin, [0, 1, 2].flatMap(codesOf));
  await close();
});

// The sessions of that build end: this one accepts neither its access tokens nor the hashes of its refresh tokens
// (decision 0035).
test('a backend that is updated while a device has scans waiting gets them all once the clerk has signed in', async ({
  folder,
  startBackend,
}) => {
  const before = await startBackend({ ...BEFORE, connectSources: [] });
  const { page, context, close } = await openBrowser({ origin: before.origin, profile: join(folder, 'profile') });
  await setUpDevice(page);
  await scanInVain(page, codesOf(0));
  const { dataDir } = before;
  await before.stop({ keepData: true });
  const now = await startBackend({ ...BEFORE, program: NOW.program, connectSources: [], dataDir, port: before.port });
  expect(now.origin).toBe(before.origin);
  await letScansThrough(context);
  await signIn(page);
  await expectDelivered(page, now.origin, codesOf(0));
  await close();
});
