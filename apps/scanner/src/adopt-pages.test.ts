import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AnalyticsLogger } from '@scantix/analytics-logger';
import { createAuthSession } from '@scantix/auth-session';
import { createFakeAuthServer, createMemoryStorage, fakeDeviceIdentity } from '@scantix/auth-session/testing';
import { createFakeDeviceIdentity } from '@scantix/device-id/testing';
import { createFakeScanLedger } from '@scantix/scan-ledger/testing';
import { type ComponentType, createElement } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { writeAdoptCode } from './testing/write-adopt-code.ts';

const CHECKPOINT = '0197b0a4-0000-7000-8000-000000000001';
const IDLE = { status: 'idle' };

/** The code of all pages. */
const { folder, unnamed } = writeAdoptCode();
afterAll(() => rmSync(folder, { recursive: true }));

/** A module of a page. */
const load = <Module>(path: string): Promise<Module> => import(join(folder, path));

/** The HTML of a page's component, once nothing of it suspends. */
async function render(path: string, name: string): Promise<string> {
  const module = await load<Record<string, ComponentType>>(path);
  const stream = await renderToReadableStream(createElement(module[name] ?? name));
  await stream.allReady;
  return new Response(stream).text();
}

test('the code of every page is in files and has no error of the compiler', async () => {
  expect(unnamed).toEqual([]);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../../tsconfig.base.json',
      compilerOptions: { types: ['node', 'vite/client'] },
      include: ['*/*'],
      exclude: [],
    }),
  );
  const compiled = await promisify(execFile)('tsc', ['-p', folder]).catch(({ stdout }) => ({ stdout }));
  expect(compiled.stdout).toBe('');
});

test('Device identity: a line for the support, and a row in React', async () => {
  const device = createFakeDeviceIdentity({ deviceId: 'gate.7' });
  vi.doMock(join(folder, 'device-identity/device.ts'), () => ({ device }));
  const { whoIsThis } = await load<{ whoIsThis(): Promise<string> }>('device-identity/who-is-this.ts');
  expect(await whoIsThis()).toMatch(/^iPhone \(Safari\), \d+x\d+, gate\.7$/);
  expect(await render('device-identity/device-row.tsx', 'DeviceRow')).toContain('One moment');
  expect(await render('device-identity/shared-device-row.tsx', 'SharedDeviceRow')).toContain('iPhone (Safari)');
});

test('Sign-in: a wrong password, a session, its call and its end; a guard in React', async () => {
  const server = createFakeAuthServer();
  const session = createAuthSession({
    baseUrl: 'https://scan.example',
    deviceIdentity: fakeDeviceIdentity,
    fetch: server.fetch,
    storage: createMemoryStorage(),
    indexedDB: null,
  });
  vi.doMock(join(folder, 'sign-in/session.ts'), () => ({ session }));
  const page = await load<{
    signIn(clerk: string, password: string): Promise<string>;
    callServer(path: string): Promise<number>;
  }>('sign-in/sign-in.ts');
  expect(await page.signIn('ada', 'wrong')).not.toContain('Signed in');
  expect(await page.signIn('ada', 'secret')).toBe('Signed in as ada');
  expect(await page.callServer('/config/v0/scanner')).toBe(200);
  expect(await render('sign-in/guard.tsx', 'Guard')).toContain('One moment');
  await session.logout();
  expect(session.getSnapshot().status).toBe('signed-out');
  // As the hooks show it in a browser; a server knows nobody.
  vi.doMock('@scantix/auth-session/hooks', () => ({
    useSession: () => session.getSnapshot(),
    useIsSessionValid: () => false,
  }));
  vi.resetModules();
  expect(await render('sign-in/guard.tsx', 'Guard')).toMatch(/<form class="card".*autoComplete="current-password"/);
  vi.doUnmock('@scantix/auth-session/hooks');
  vi.resetModules();
});

test('Analytics: a page view in a module of the app, an event of its own, and the history in React', async () => {
  const sent = vi.fn<(url: string, request: RequestInit) => Promise<Response>>(async () =>
    Response.json({ ingested: 4, failed: 0 }),
  );
  vi.stubGlobal('fetch', sent);
  vi.doMock(join(folder, 'analytics/device.ts'), () => ({ device: createFakeDeviceIdentity() }));
  const { analytics } = await load<{ analytics: AnalyticsLogger }>('analytics/analytics.ts');
  await load('analytics/main.ts');
  const logged = analytics.getHistory().map(({ event, module }) => `${event} ${module}`);
  expect(logged).toEqual(['app_initialized general', 'user_identified auth', 'page_view bins', 'bin_counted general']);
  expect(await render('analytics/log-history.tsx', 'LogHistory')).toContain('<li>bin_counted</li>');
  await analytics.stop();
  expect(sent.mock.calls[0]?.[0]).toContain('stock-room');
});

test('Reading codes: from a camera and a picture, and in React', async () => {
  const read = { text: 'A-7' };
  const calls: string[] = [];
  const camera = {
    attach: () => calls.push('attach'),
    open: async () => calls.push('open'),
    close: () => calls.push('close'),
    subscribe: () => () => {},
    getSnapshot: () => IDLE,
  };
  const reader = {
    start: () => {},
    watch(_video: unknown, onRead: (found: typeof read) => void) {
      onRead(read);
      return () => calls.push('stop');
    },
    readImage: async () => [read],
  };
  vi.doMock(join(folder, 'reading-codes/reader.ts'), () => ({ camera, reader }));
  const page = await load<{
    readCodes(video: unknown, onCode: (text: string) => void): Promise<() => void>;
    readPicture(picture: Blob): Promise<string | undefined>;
  }>('reading-codes/read-codes.ts');
  const onCode = vi.fn();
  const stop = await page.readCodes({}, onCode);
  expect(onCode).toHaveBeenCalledExactlyOnceWith('A-7');
  stop();
  expect(calls).toEqual(['attach', 'open', 'stop', 'close']);
  expect(await page.readPicture(new Blob())).toBe('A-7');
  expect(await render('reading-codes/bin-scanner.tsx', 'BinScanner')).toContain('Point at a code');
});

test('Working offline: a scan is kept, then decided; the newest version is told', async () => {
  const { ledger, server } = createFakeScanLedger();
  await ledger.start();
  vi.doMock(join(folder, 'working-offline/ledger.ts'), () => ({ ledger, checkpointId: CHECKPOINT }));
  const { scanTicket } = await load<{ scanTicket(barcode: string): Promise<string> }>('working-offline/scan-ticket.ts');
  expect(await scanTicket('T-1001')).toBe('accepted, by server');
  server.decide(() => ({ outcome: 'refused', reason: 'already_used' }));
  expect(await scanTicket('T-1002')).toBe('refused, by server');
  await ledger.stop();
  expect(await render('working-offline/update-row.tsx', 'UpdateRow')).toContain('This is the newest version.');
});

test('Your own screen in the shell: the title, the button and the view of another app', async () => {
  const page = await render('your-own-screen/app.tsx', 'App');
  expect(page).toMatch(/<h1[^>]*>Bins</);
  for (const name of ['Stock Room', 'Print labels', 'Sign out', 'No bins yet', 'Count a bin'])
    expect(page).toContain(name);
});
