import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PHONE } from '../support/browser.ts';
import type { OpenEngine } from './engine.ts';
import { createInput, type InputActions } from './input.ts';

const BINARY = ['/usr/bin/firefox', '/usr/bin/firefox-esr'].find((path) => existsSync(path)) ?? 'firefox';
/** The camera shows Firefox's test picture, which has no code, and is granted without a prompt. */
const PREFERENCES = `
  user_pref('media.navigator.streams.fake', true);
  user_pref('media.navigator.permission.disabled', true);
  // The system scales text alone, as on Android.
  user_pref('browser.display.os-zoom-behavior', 2);
`;

/** Firefox without a screen, over the bidirectional WebDriver protocol of W3C, which needs no driver. */
export const openFirefox: OpenEngine = async ({ textScale = 100 }) => {
  const profile = await mkdtemp(join(tmpdir(), 'scantix-firefox-'));
  await writeFile(join(profile, 'user.js'), `${PREFERENCES} user_pref('ui.textScaleFactor', ${textScale});`);
  const browser = spawn(BINARY, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(browser, 'exit');
  const socket = new WebSocket(`${await addressOf(browser.stderr)}/session`);
  await once(socket, 'open');
  const call = callsOver(socket);

  const { capabilities } = await call<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  const { contexts } = await call<{ contexts: [{ context: string }] }>('browsingContext.getTree', {});
  const [{ context }] = contexts;
  const resize = (width: number, height: number) =>
    call('browsingContext.setViewport', { context, viewport: { width, height } });
  await resize(PHONE.width, PHONE.height);
  const act = (actions: InputActions) => call<void>('input.performActions', { context, actions });
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    open: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async run(body) {
      const { result, exceptionDetails } = await call<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        expression: `(async () => { ${body} })().then((value) => JSON.stringify(value))`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value && JSON.parse(result.value);
    },
    ...createInput(act),
    resize,
    async picture() {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      await call('browser.close', {});
      await exited;
      await rm(profile, { recursive: true });
    },
  };
};

/** Where Firefox listens. It says so on its error output. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (!address) continue;
    output.resume();
    return address;
  }
  throw new Error(`${BINARY} did not start.`);
}

type Answer =
  | { readonly type: 'success'; readonly id: number; readonly result: never }
  | { readonly type: 'error'; readonly id: number; readonly message: string }
  | { readonly type: 'event' };

function callsOver(socket: WebSocket) {
  const waiting: ((answer: Answer) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data) as Answer;
    if (answer.type !== 'event') waiting[answer.id]?.(answer);
  });
  return async <T = void>(method: string, params: object): Promise<T> => {
    const answer = await new Promise<Answer>((resolve) => {
      socket.send(JSON.stringify({ id: waiting.push(resolve) - 1, method, params }));
    });
    if (answer.type === 'success') return answer.result;
    throw new Error(`${method}: ${JSON.stringify(answer)}`);
  };
}
