import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/backend.ts';
import { PHONE } from '../support/browser.ts';
import type { OpenEngine } from './engine.ts';
import { createInput, type InputActions } from './input.ts';

const BINARY = ['x86_64', 'aarch64']
  .map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path));
/** The Storage API is on in Safari, but not in WebKitGTK. The camera shows WebKit's test picture, which has no code. */
const OPTIONS = [
  '--automation',
  // Its toolbar is wider than a phone.
  '--full-screen',
  '--features=+StorageAPI,+StorageAPIEstimate',
  '--enable-media-stream=true',
  '--enable-mock-capture-devices=true',
];
/** For a start that hangs, on a busy machine. */
const START_LIMIT_MS = 60_000;

/** WebKitGTK over the WebDriver protocol of W3C, on a screen of its own. */
export const openWebKit: OpenEngine = async () => {
  const { width, height } = PHONE;
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
    stdio: 'ignore',
  });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await untilAnswered(() => call('GET', '/status'));
  const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: BINARY, args: OPTIONS } } } },
  );
  const session = `/session/${sessionId}`;
  const act = (actions: InputActions) => call<void>('POST', `${session}/actions`, { actions });
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...PHONE });
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    open: (address) => call('POST', `${session}/url`, { url: address }),
    async run(body) {
      const script = `const answer = arguments[0]; (async () => { ${body} })().then((value) => answer({ value }), (error) => answer({ error: String(error) }));`;
      const { value, error } = await call<{ value: never; error?: string }>('POST', `${session}/execute/async`, {
        script,
        args: [],
      });
      if (error) throw new Error(error);
      return value;
    },
    ...createInput(act),
    picture: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', session);
      for (const child of [driver, screen]) await end(child);
    },
  };
};

async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      return void (await ask());
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.kill()) await ended;
}
