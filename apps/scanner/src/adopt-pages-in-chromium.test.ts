import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { SessionState } from '@scantix/auth-session';
import { createFakeAuthServer, fakeUser } from '@scantix/auth-session/testing';
import { drawBarcode } from '@scantix/barcode-reader/testing';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeAdoptCode } from './testing/write-adopt-code.ts';

const { folder } = writeAdoptCode();
const dist = join(folder, 'dist');

/** What each page of the test loads: the code of an adopt page, and the functions of it that the test calls. */
const ENTRIES = {
  'sign-in': "import './sign-in/main.tsx';",
  hardware:
    "import { listenToScanner } from './reading-codes/hardware.ts';\nObject.assign(window, { listenToScanner });",
  picture: "import { readPicture } from './reading-codes/read-codes.ts';\nObject.assign(window, { readPicture });",
  offline: `import { startOffline, update } from './working-offline/app-update.ts';
    import { scanTicket } from './working-offline/scan-ticket.ts';
    Object.assign(window, { startOffline, update, scanTicket });`,
  'service-worker': "import './working-offline/service-worker.ts';",
  guards: `import { createElement, useEffect } from 'react';
    import { createRoot } from 'react-dom/client';
    import * as adopt from './guards/adopt.tsx';
    import * as next from './guards/next.tsx';
    import * as readme from './guards/readme.tsx';
    import { session } from './guards/session.ts';
    function Count() {
      useEffect(() => {
        document.title = 'counting';
        return () => void (document.title = 'stopped');
      });
      return createElement('input', { 'aria-label': 'Count' });
    }
    const guards = { readme: readme.App, adopt: adopt.Guard, next: next.Guard };
    const show = (name) =>
      createRoot(document.body).render(createElement(guards[name], null, createElement(Count)));
    Object.assign(window, { show, setState: session.setState });`,
};
/** The component of each guard that a newcomer copies. They import the session of the test. */
function writeGuards() {
  const root = join(import.meta.dirname, '../../..');
  const readme = readFileSync(join(root, 'packages/auth-session/README.md'), 'utf8');
  const [, app = ''] = /^```tsx\n((?:(?!^```).)*^function App.*?)^```$/ms.exec(readme) ?? [];
  mkdirSync(join(folder, 'guards'));
  writeFileSync(join(folder, 'guards/readme.tsx'), `import { session } from './session.ts';\n${app}\nexport { App };`);
  cpSync(join(folder, 'sign-in/guard.tsx'), join(folder, 'guards/adopt.tsx'));
  cpSync(join(root, 'examples/next/app/guard.tsx'), join(folder, 'guards/next.tsx'));
  writeFileSync(
    join(folder, 'guards/session.ts'),
    `import { createFakeAuthSession } from '@scantix/auth-session/testing';
    export const session = { ...createFakeAuthSession(), start: async () => {} };`,
  );
}
/** What the pages' code gives the test. */
interface Given {
  listenToScanner(onCode: (text: string) => void): () => void;
  readPicture(picture: Blob): Promise<string | undefined>;
  startOffline(offerUpdate: () => void): Promise<void>;
  update: { apply(): void };
  scanTicket(barcode: string): Promise<string>;
  show(guard: string): void;
  setState(state: SessionState): void;
}
type GivenWindow = Window & Given & { heard: unknown[] };

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
/** What the server says to the offline page: which build it is; null: no server. */
let online: string | null = '1';
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://page').pathname;
  if (online === null) return request.socket.destroy();
  const type = TYPES[extname(path)];
  if (path === '/config.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
  if (path.startsWith('/stock/')) return response.writeHead(200).end(online);
  if (type) {
    const code = readFileSync(join(dist, path));
    response.writeHead(200, { 'content-type': type });
    return response.end(path === '/service-worker.js' ? `const build = ${online};\n${code}` : code);
  }
  response.writeHead(200, { 'content-type': 'text/html' });
  const name = path.slice(1) in ENTRIES ? path.slice(1) : 'offline';
  response.end(`<!doctype html><script type="module" src="/${name}.js"></script><p>Page</p>`);
});

let browser: Browser;
let context: BrowserContext;
let page: Page;
let origin: string;

beforeAll(async () => {
  for (const [name, code] of Object.entries(ENTRIES)) writeFileSync(join(folder, `${name}.ts`), code);
  const bundle = (names: string[]) =>
    build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['@scantix/source', 'module', 'browser', 'production'] },
      worker: { format: 'es' },
      // As the plugin of Workbox writes it.
      define: {
        'self.__WB_MANIFEST': JSON.stringify([
          { url: '/index.html', revision: '1' },
          { url: '/offline.js', revision: '1' },
        ]),
      },
      build: {
        outDir: dist,
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          input: Object.fromEntries(names.map((name) => [name, join(folder, `${name}.ts`)])),
          output: { entryFileNames: '[name].js', ...(names.length === 1 && { codeSplitting: false }) },
        },
      },
    });
  mkdirSync(dist);
  writeGuards();
  await bundle(['sign-in', 'hardware', 'picture', 'guards']);
  await bundle(['offline']);
  await bundle(['service-worker']);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
});
afterAll(async () => {
  await browser?.close();
  server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  online = '1';
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

test('Sign-in: main.tsx shows a form, then its children, and the form again after a sign-out', async () => {
  const auth = createFakeAuthServer();
  await page.route('https://scan.example/**', async (route) => {
    const request = route.request();
    const method = request.method();
    const headers = {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': (await request.headerValue('access-control-request-headers')) ?? '',
    };
    if (method === 'OPTIONS') return route.fulfill({ status: 204, headers });
    const asked = { method, headers: await request.allHeaders(), body: request.postData() };
    const answer = await auth.handle(new Request(request.url(), asked));
    await route.fulfill({ status: answer.status, headers, contentType: 'application/json', body: await answer.text() });
  });
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('Invalid username or password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.keyboard.press('Enter');
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await signOut.waitFor();
  await page.reload();
  await signOut.click();
  await page.getByLabel('Username').waitFor();
  // The form comes back before the server is told.
  await expect.poll(() => auth.count('/v0/auth/logout')).toBe(1);
});

test.each(['readme', 'adopt', 'next'])(
  'Sign-in: the guard (%s) hides what was typed while the refresh is late',
  async (guard) => {
    const setState = (state: SessionState) =>
      page.evaluate((next) => (window as unknown as GivenWindow).setState(next), state);
    const signedIn = (clerk: string, left: number) =>
      setState({
        status: 'signed-in',
        user: { ...fakeUser, id: clerk, clerk },
        expiresAt: Date.now() + left,
        offline: false,
        warning: null,
      });
    const count = page.getByLabel('Count');
    const form = page.locator('form');
    await page.goto(`${origin}/guards`);
    await page.waitForFunction(() => 'show' in window);
    await page.evaluate((name) => (window as unknown as GivenWindow).show(name), guard);
    await page.locator('p:text("Page")').waitFor({ state: 'detached' });
    expect(await form.count()).toBe(0); // still restoring
    await signedIn('ada', 3_600_000);
    await count.fill('half a');
    const typedInto = await count.elementHandle();
    await signedIn('ada', -1);
    await form.waitFor();
    expect(await count.isVisible()).toBe(false);
    await expect.poll(() => page.title()).toBe('stopped');
    await signedIn('ada', 3_600_000);
    await form.waitFor({ state: 'detached' });
    expect(await count.inputValue()).toBe('half a');
    expect(await typedInto?.evaluate((element) => element.isConnected)).toBe(true);
    await expect.poll(() => page.title()).toBe('counting');
    await signedIn('ada', -1);
    await signedIn('grace', 3_600_000);
    await count.waitFor();
    expect(await count.inputValue()).toBe('');
  },
);

test('Reading codes: what a hardware scanner types is a code, and what a person types is not', async () => {
  await page.goto(`${origin}/hardware`);
  await page.waitForFunction(() => 'listenToScanner' in window);
  const heard = await page.evaluate(() => {
    const given = window as unknown as GivenWindow;
    const codes: string[] = [];
    const stop = given.listenToScanner((text) => codes.push(text));
    /** All keys at one time, as a scanner presses them within a moment. */
    const type = (...keys: string[]) => {
      for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    };
    type(...'A-7001', 'Enter');
    type('a', 'Enter');
    stop();
    type(...'A-7002', 'Enter');
    return codes;
  });
  expect(heard).toEqual(['A-7001']);
});

test('Reading codes: a picture is read by the worker and the decoder that the build serves', async () => {
  const { width, height, dark } = await drawBarcode('qr_code', 'A-7');
  await page.goto(`${origin}/picture`);
  await page.waitForFunction(() => 'readPicture' in window);
  const text = await page.evaluate(
    async (grid) => {
      const canvas = new OffscreenCanvas((grid.width + 8) * 8, (grid.height + 8) * 8);
      const paper = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      paper.fillStyle = 'white';
      paper.fillRect(0, 0, canvas.width, canvas.height);
      paper.fillStyle = 'black';
      for (const [index, isDark] of grid.dark.entries())
        if (isDark) paper.fillRect((4 + (index % grid.width)) * 8, (4 + Math.floor(index / grid.width)) * 8, 8, 8);
      return (window as unknown as GivenWindow).readPicture(await canvas.convertToBlob());
    },
    { width, height, dark: [...dark] },
  );
  expect(text).toBe('A-7');
});

test('Working offline: without a server the page opens and a scan is kept; a newer build waits for a button', async () => {
  const start = async () => {
    await page.waitForFunction(() => 'startOffline' in window);
    await page.evaluate(() => {
      const given = window as unknown as GivenWindow;
      given.heard = [];
      return given.startOffline(() => given.heard.push('offered'));
    });
  };
  await page.goto(origin);
  await start();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  online = null;
  await context.setOffline(true); // the ledger then waits for no answer
  await page.goto(`${origin}/bins/7`);
  await page.getByText('Page').waitFor();
  expect(await page.evaluate(() => fetch('/stock/v0/bins').catch(() => 'no answer'))).toBe('no answer');
  await page.waitForFunction(() => 'scanTicket' in window);
  expect(await page.evaluate(() => (window as unknown as GivenWindow).scanTicket('T-1001'))).toBe(
    'undecided, by pending',
  );
  online = '2';
  await context.setOffline(false);
  await page.reload();
  await start();
  await page.waitForFunction(() => (window as unknown as GivenWindow).heard.includes('offered'));
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => (window as unknown as GivenWindow).update.apply()),
  ]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull();
});
