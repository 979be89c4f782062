// A page in Chromium, as the bundlers' claims look at it.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright';
import { provideChromium } from '../chromium.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
};

/** Serves a folder on loopback, as any static server does; `/` is its index.html. */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://page').pathname).replace(/\/$/, '/index.html');
    const file = join(folder, path);
    const type = TYPES[extname(file)];
    if (!type || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** A busy machine makes none within two seconds; the identifier of the device is then made of other traits. */
const SLOW_FINGERPRINT = 'Failed to generate fingerprint';

/** Whether a message on the console is an error or a warning that should not be there. */
export function isComplaint(message) {
  return ['error', 'warning'].includes(message.type()) && !message.text().startsWith(SLOW_FINGERPRINT);
}

/** Opens the page, waits until it shows `facts`, and resolves to what the browser complained about and how often it loaded. */
export async function visit(origin, facts) {
  const browser = await chromium.launch({ executablePath: provideChromium(), args: ['--no-sandbox'] });
  const complaints = [];
  let loads = 0;
  try {
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (isComplaint(message)) complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(origin, { timeout: 60_000 });
    await page.waitForFunction(
      () => /"(code|failure)"/.test(document.querySelector('output')?.textContent ?? ''),
      null,
      {
        timeout: 60_000,
      },
    );
    // A page that loads again does so soon after its first start.
    await page.waitForLoadState('networkidle');
    const shown = await page.getByTestId('facts').textContent();
    assert.deepEqual(JSON.parse(shown), facts);
  } catch (error) {
    error.message += `\n${complaints.join('\n')}`;
    throw error;
  } finally {
    await browser.close();
  }
  return { complaints, loads };
}
