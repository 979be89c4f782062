// Every package in every bundler: empty folders install the tarballs, build a page that uses all of them, and open it in
// Chromium; the reader's worker and its WebAssembly included.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { step, workspaceEnvironment } from '../workspace.mjs';
import { inUse } from './consumer.mjs';
import { execute } from './execute.mjs';
import { serveFolder, visit } from './visit.mjs';

const FIXTURES = fileURLToPath(new URL('bundlers/', import.meta.url));
const REACT = ['react', 'react-dom', 'jotai', '@types/react', '@types/react-dom'];
const WEBPACK = ['webpack@5.112.2', 'webpack-cli@7.3.1', 'swc-loader@0.2.7', '@swc/core', 'css-loader', 'style-loader'];
const NEXT = ['next@16.4.6', 'typescript@5.9'];
const READER = 'node_modules/@scantix/barcode-reader/dist';

/** What the page says after it has used every package in a browser. */
const FACTS = {
  code: 'BIN-7', // in code.png
  device: 'an identifier',
  status: 'signed-out',
  same: true,
  text: 'Willkommen',
  wide: true,
  online: true,
  dark: 'light',
  saved: 'cosy',
  flag: true,
  made: 5,
};

/** Verifies the claims; `tarballs` are the files of the packages, all of them. */
export async function tryBundlers(claims, folder, tarballs) {
  step('Every package in every bundler');
  mkdirSync(folder);
  const react = inUse(...REACT);
  const more = {
    node: [],
    vite: [...react, ...inUse('vite')],
    webpack: [...react, ...WEBPACK],
    next: [...react, ...NEXT],
    plain: [],
  };
  for (const [name, tools] of Object.entries(more)) await createProject(join(folder, name), [...tarballs, ...tools]);
  await checkProjects(claims, folder);
}

/** Builds and opens each project. */
export async function checkProjects(claims, folder) {
  const at = (name) => join(folder, name);
  const bin = (name, tool) => join(folder, name, 'node_modules', '.bin', tool);

  await claims.verify('Node imports every entry that needs no page', () =>
    execute('node', ['import-all.mjs'], { cwd: at('node') }),
  );
  await claims.verify('Vite, the first start of its dev server: the page works and does not load again', async () => {
    const page = await start(bin('vite', 'vite'), ['--host', '127.0.0.1'], at('vite'));
    await inBrowser(page, { facts: FACTS, loads: 1 });
  });
  await claims.verify('Vite, built', async () => {
    await execute(bin('vite', 'vite'), ['build', '--logLevel', 'warn'], { cwd: at('vite') });
    await inBrowser(await serveFolder(join(at('vite'), 'dist')), { facts: FACTS, loads: 1 });
  });
  await claims.verify('webpack, which bundles the worker itself', async () => {
    await execute(bin('webpack', 'webpack'), [], { cwd: at('webpack') });
    for (const file of ['index.html', 'code.png'])
      copyFileSync(join(at('webpack'), file), join(at('webpack'), 'dist', file));
    await inBrowser(await serveFolder(join(at('webpack'), 'dist')), { facts: FACTS, loads: 1 });
  });
  await claims.verify('Next.js, app router: rendered on the server, hydrated without a difference', async () => {
    for (const file of ['barcode-worker.js', 'zxing_reader.wasm'])
      copyFileSync(join(at('next'), READER, file), join(at('next'), 'public', file));
    await execute(bin('next', 'next'), ['build'], { cwd: at('next'), env: { NEXT_TELEMETRY_DISABLED: '1' } });
    const page = await start(bin('next', 'next'), ['start', '--hostname', '127.0.0.1'], at('next'));
    const html = await (await fetch(page.origin)).text();
    assert.match(html, /Rendered on the server/);
    assert.match(html, /autoComplete="username"/);
    await inBrowser(page, { facts: FACTS, loads: 1 });
  });
  await claims.verify('no bundler: an import map, the worker and the decoder as files', async () => {
    const { code, device, status, flag } = FACTS;
    await inBrowser(await serveFolder(at('plain')), { facts: { code, device, status, flag }, loads: 1 });
  });
}

async function createProject(folder, packages) {
  const name = folder.split('/').at(-1);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `in-${name}`, private: true, type: 'module' }));
  await execute('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
  });
  cpSync(join(FIXTURES, name), folder, { recursive: true });
  copyFileSync(join(FIXTURES, 'everything.tsx'), join(folder, 'everything.tsx'));
  mkdirSync(join(folder, 'public'), { recursive: true });
  for (const place of ['', 'public']) copyFileSync(join(FIXTURES, 'code.png'), join(folder, place, 'code.png'));
}

/** Starts a server of a bundler on a free port and waits until it answers. */
async function start(command, args, cwd) {
  const port = await freePort();
  const env = workspaceEnvironment({ NEXT_TELEMETRY_DISABLED: '1' });
  const server = spawn(command, [...args, '--port', String(port)], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });
  const ended = once(server, 'exit').then(() => Promise.reject(new Error(`It ended:\n${log}`)));
  const ready = new Promise((resolve) => server.stdout.on('data', () => /ready in/i.test(log) && resolve()));
  await Promise.race([ready, ended]);
  return {
    origin: `http://127.0.0.1:${port}`,
    log: () => log,
    stop: async () => {
      ended.catch(() => {});
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
    },
  };
}

async function inBrowser(page, { facts, loads }) {
  try {
    const seen = await visit(page.origin, facts);
    assert.deepEqual(seen.complaints, [], 'what the browser complained about');
    assert.equal(seen.loads, loads, `the page loaded ${seen.loads} times\n${page.log?.() ?? ''}`);
  } finally {
    await page.stop();
  }
}
