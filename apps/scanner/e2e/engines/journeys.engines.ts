import { test as base, expect } from '@playwright/test';
import { toBuffer } from 'bwip-js/node';
import { type Backend, startBackend } from '../support/backend.ts';
import { DEMO_CLERK } from '../support/clerk.ts';
import { serverRecords } from '../support/server-records.ts';
import type { EngineSettings, EngineWindow, OpenEngine } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { createVisitor, type Visitor } from './visitor.ts';
import { openWebKit } from './webkit.ts';

const ENGINES = { webkit: openWebKit, firefox: openFirefox } satisfies Record<string, OpenEngine>;

export interface EngineOptions {
  readonly engine: keyof typeof ENGINES;
}

interface Fixtures {
  readonly settings: EngineSettings;
  readonly backend: Backend;
  readonly window: EngineWindow;
  /** Signed in, on Home. */
  readonly visitor: Visitor;
}

const test = base.extend<EngineOptions & Fixtures>({
  engine: ['webkit', { option: true }],
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list
  backend: async ({}, use) => {
    const backend = await startBackend({ connectSources: [] });
    await use(backend);
    await backend.stop();
  },
  window: async ({ engine, settings }, use, info) => {
    const window = await ENGINES[engine](settings);
    info.annotations.push({ type: 'engine', description: window.version });
    await use(window);
    if (info.status !== info.expectedStatus)
      await info.attach('page', { body: await window.picture(), contentType: 'image/png' });
    await window.close();
  },
  visitor: async ({ window, backend }, use) => {
    const visitor = createVisitor(window);
    await window.open(backend.origin);
    await visitor.signIn(DEMO_CLERK);
    await use(visitor);
  },
});

/** The decoded scan of the server, once it has arrived. */
const expectRecorded = (backend: Backend, code: string, record: object) =>
  expect.poll(() => serverRecords(backend.origin, code)).toMatchObject([record]);

async function typeCode(visitor: Visitor, code: string): Promise<void> {
  await visitor.click('Scanner');
  await visitor.click('Type the code');
  await visitor.type('Barcode', code);
  await visitor.click('Check code');
}

test('a typed code gets its verdict, and Results show it after a reload', async ({ backend, visitor, window }) => {
  await typeCode(visitor, 'HL-2026-0001');
  await visitor.sees('Accepted');
  await expectRecorded(backend, 'HL-2026-0001', { scan_method: 'manual', verdict: { certainty: 'server' } });
  expect(await visitor.troubles()).toEqual([]);
  await window.open(`${backend.origin}/results?search=HL-2026-0001`);
  await visitor.sees('1 scan');
});

test('a code before the camera is read', async ({ backend, visitor, window }) => {
  const code = (await toBuffer({ bcid: 'qrcode', text: 'HL-2026-0002', scale: 6 })).toString('base64');
  await window.run(`
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob('${code}'), (byte) => byte.charCodeAt(0))]));
    const draw = () => {
      const context = canvas.getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 640, 480);
      context.drawImage(picture, 320 - picture.width / 2, 240 - picture.height / 2);
    };
    draw();
    setInterval(draw, 100);
    // Of the prototype: WebKit may drop a property of the object itself.
    MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(10);
  `);
  await visitor.click('Scanner');
  await visitor.click('Use the camera');
  await visitor.sees('Accepted');
  await expectRecorded(backend, 'HL-2026-0002', { scan_method: 'camera', symbology: 'qr_code' });
  expect(await visitor.troubles()).toEqual([]);
});

test('what is scanned while the server is away is decided by the device, survives a reload, and arrives', async ({
  backend,
  visitor,
  window,
}) => {
  await visitor.sees('Ready for offline');
  await expect.poll(() => window.run('return navigator.serviceWorker.controller !== null')).toBe(true);
  await backend.stop({ keepData: true });
  await typeCode(visitor, 'HL-2026-0003');
  await visitor.sees('Accepted');
  // The service worker serves the page.
  await window.open(`${backend.origin}/results`);
  // On a phone a row has the holder in place of the code.
  await visitor.sees('Noor van Dijk');
  await visitor.sees('1 scan waiting');
  const { port, dataDir } = backend;
  const again = await startBackend({ connectSources: [], port, dataDir });
  try {
    await expectRecorded(again, 'HL-2026-0003', { verdict: { outcome: 'accepted', certainty: 'device' } });
  } finally {
    await again.stop({ keepData: true });
  }
});

/** The stores that answer nobody. */
const UNANSWERED = `
  const unanswered = new Set();
  const read = (name) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const stores = [...opening.result.objectStoreNames];
      for (const store of stores) unanswered.add(name + ' ' + store);
      resolve(Promise.all(stores.map((store) => new Promise((answered) => {
        opening.result.transaction(store).objectStore(store).count().onsuccess = () => {
          unanswered.delete(name + ' ' + store);
          answered();
        };
      }))));
    };
  });
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  await Promise.race([Promise.all(databases.map(read)), new Promise((resolve) => setTimeout(resolve, 10_000))]);
  return [...unanswered];
`;

test('pages that are left at any time of their start hold up no later one', async ({ backend, visitor, window }) => {
  for (let at = 0; at < 12; at += 1) {
    await window.open(`${backend.origin}${['/settings', '/', '/results'][at % 3]}`);
    await window.run(`await new Promise((resolve) => setTimeout(resolve, ${at * 60}));`);
  }
  expect(await window.run(UNANSWERED)).toEqual([]);
  await typeCode(visitor, 'HL-2026-0004');
  await visitor.sees('Accepted');
});

/** Makes the ledger's first opening of a database last, and leaves the page when it begins. */
const LEFT_WHILE_OPENED = `
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...parameters) {
    const request = open.apply(this, parameters);
    if (parameters[0].startsWith('scantix-scan-ledger')) request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore('busy');
      const again = () => { store.get(1).onsuccess = again; };
      again();
      location.assign('/results');
    });
    return request;
  };
`;

test('a page that is left while it makes its databases holds up no later one', async ({ backend, window }) => {
  const visitor = createVisitor(window);
  await window.open(backend.origin);
  await visitor.sees('Sign In');
  await window.run(LEFT_WHILE_OPENED);
  await visitor.type('Username', DEMO_CLERK.username);
  await visitor.type('Password', DEMO_CLERK.password);
  await visitor.click('Sign In');
  await visitor.sees('Scan Results');
  await typeCode(visitor, 'HL-2026-0005');
  await visitor.sees('Accepted');
});

test('a reload keeps the session, and signing out leaves nothing of it', async ({ backend, visitor, window }) => {
  await window.open(backend.origin);
  await visitor.sees('Last scans');
  await visitor.click('Sign out');
  await visitor.sees('Username');
  const left = await window.run<string[]>('return Object.keys(localStorage)');
  expect(left.filter((key) => /token|user/i.test(key))).toEqual([]);
  await window.open(`${backend.origin}/results`);
  await visitor.sees('Username');
});

test('in landscape the controls cover nothing of the window for the code', async ({ visitor, window }) => {
  const { resize } = window;
  test.skip(!resize, 'The engine has one size.');
  await resize?.(844, 390);
  await visitor.click('Scanner');
  await visitor.click('Use the camera');
  await visitor.sees(/Point at a code|Loading the barcode reader|Centre the code/);
  const edges = await window.run<number[]>(`
    const { right } = document.querySelector('.stx-viewfinder-window').getBoundingClientRect();
    const { left } = document.querySelector('.app-dock').getBoundingClientRect();
    return [right, left];
  `);
  expect(edges).toEqual(edges.toSorted((one, other) => one - other));
});

test('the diagnostics are copied, although they take a moment to collect', async ({ visitor }) => {
  await visitor.click('Settings');
  await visitor.click('Copy diagnostics');
  await visitor.sees('Copied');
});

test('lines are as high as larger text needs', async ({ visitor, window }) => {
  await visitor.sees('Ready for offline');
  const height = await window.run(`
    document.documentElement.style.fontSize = '200%';
    return getComputedStyle(document.body).lineHeight;
  `);
  expect(height).toBe('48px');
});

test.describe('where the system doubles the size of text alone', () => {
  test.use({ settings: { textScale: 200 } });

  test('the word of a verdict is in one line, and the labels of the navigation stand apart', async ({
    backend,
    engine,
    visitor,
    window,
  }) => {
    test.skip(engine !== 'firefox', 'Only Firefox scales text alone.');
    const linesOf = `
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.app-verdict__word').firstChild);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    `;
    const { resize } = window;
    await typeCode(visitor, 'LARGE-TEXT');
    await visitor.sees('Refused');
    expect(await window.run(linesOf), 'over the camera').toBe(1);
    await window.open(`${backend.origin}/scan-result/LARGE-TEXT`);
    await visitor.sees('Refused');
    expect(await window.run(linesOf), 'on Scan Result').toBe(1);
    for (const [width, view] of [
      [1280, ''],
      [390, '?view=glance'],
      [820, '?view=glance'],
    ] as const) {
      await resize?.(width, 844);
      await window.open(`${backend.origin}/scanner${view}`);
      await visitor.click('Type the code');
      await visitor.type('Barcode', 'LARGE-TEXT');
      await visitor.click('Check code');
      await visitor.sees('Refused');
      expect.soft(await window.run(linesOf), `at ${width} px${view}`).toBe(1);
    }
    await window.open(`${backend.origin}/settings`);
    for (const width of [320, 390, 599, 820]) {
      await resize?.(width, 844);
      const wide = await window.run(`
        const range = document.createRange();
        return [...document.querySelectorAll('.stx-nav__link')].flatMap((link) => {
          range.selectNodeContents(link.querySelector('span'));
          return range.getBoundingClientRect().width > link.clientWidth ? [link.textContent] : [];
        });
      `);
      expect(wide, `${width} px`).toEqual([]);
    }
  });
});
