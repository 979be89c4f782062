import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { launchBrowser } from '../../../scripts/bench/browser.ts';
import { listen, readBody, servePage } from '../../../scripts/bench/page-server.ts';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import { CHANNELS, PLANTINGS } from './plantings.ts';

const WAIT_LIMIT_MS = 20_000;
const GZIP = 0x1f;

await runBench('Error reporter', async ({ say, check }) => {
  const received: string[] = [];

  /** Accepts everything, as Sentry and the log service do, addresses and headers included. */
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const text = (body[0] === GZIP ? gunzipSync(body) : body).toString();
    received.push([request.url, JSON.stringify(request.headers), text].join('\n'));
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'authorization, content-type, content-encoding, x-axiom-client',
      'Content-Type': 'application/json',
    });
    response.end('{"ingested":1,"failed":0}');
  }

  const has = (text: string) => received.some((one) => one.includes(text));
  async function until(isThere: () => boolean): Promise<void> {
    for (const giveUpAt = Date.now() + WAIT_LIMIT_MS; !isThere() && Date.now() < giveUpAt; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  const collector = await listen((request, response) => void receive(request, response));
  const server = await servePage(fileURLToPath(new URL('page/plant.ts', import.meta.url)), (request, response) => {
    if (!request.url?.startsWith('/missing/')) return false;
    response.writeHead(404).end();
    return true;
  });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${server.origin}/?collector=${encodeURIComponent(collector.origin)}`);
  await page.waitForFunction(() => 'plant' in globalThis);
  await page.evaluate(() => globalThis.plant('message'));
  await until(() => has('planted message'));
  // Sentry is loaded; its replay loads after it.
  await until(() => has('replay_recording'));
  for (const channel of CHANNELS) {
    if (channel === 'message') continue;
    await page.evaluate((channel) => globalThis.plant(channel), channel);
  }
  await until(() => PLANTINGS.every(({ marker }) => has(marker)));
  await page.evaluate(() => globalThis.finish());
  await until(() => PLANTINGS.every(({ marker }) => has(marker)));

  const over = `${PLANTINGS.length} secrets, ${received.length} requests`;
  for (const channel of CHANNELS) {
    const planted = PLANTINGS.filter((planting) => planting.channel === channel);
    const arrived = planted.filter(({ marker }) => has(marker));
    if (arrived.length < planted.length) {
      say(
        `${channel}: not reported: ${planted.filter((planting) => !arrived.includes(planting)).map(({ text }) => text)}`,
      );
    }
    check(`plantings reported: ${channel}`, {
      over: `${planted.length} secrets`,
      measured: arrived.length,
      target: { is: planted.length },
    });
  }
  const leaked = PLANTINGS.filter(({ secret }) => has(secret));
  for (const { channel, secret, text } of leaked) {
    const where = received.find((one) => one.includes(secret)) ?? '';
    const at = where.indexOf(secret);
    say(`left by ${channel}: ${text}  in …${where.slice(Math.max(0, at - 60), at + secret.length + 10)}…`);
  }
  check('secrets that left', { over, measured: leaked.length, target: { is: 0 } });
  await browser.close();
  await server.close();
  await collector.close();
});
