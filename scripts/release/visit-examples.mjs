// Visits of the examples, in Chromium.
import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { provideHeadlessChromium } from '../chromium.mjs';
import { isComplaint } from './visit.mjs';

/** Opens a page and expects it to complain of nothing; with `clip`, its camera plays that. */
async function visit(origin, clip, use) {
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const args = ['--no-sandbox', ...(clip ? [...camera, `--use-file-for-fake-video-capture=${clip}`] : [])];
  const browser = await chromium.launch({ executablePath: provideHeadlessChromium(), args });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const complaints = [];
    page.on('console', (message) => {
      if (isComplaint(message)) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(page, () => page.goto(origin));
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
}

async function signIn(page) {
  await page.getByLabel('Username').fill('m.okafor');
  await page.getByLabel('Password').fill('scantix-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The code is on the page, and the event of its scan arrives with the device. */
export function readAtKiosk({ origin }, clip, code) {
  return visit(origin, clip, async (page, open) => {
    const events = [];
    await page.route('**/events?*', async (route) => {
      const body = route.request().postDataBuffer();
      const lines = (body[0] === 0x1f ? gunzipSync(body) : body).toString().split('\n');
      events.push(...lines.map((line) => JSON.parse(line)));
      await route.fulfill({ status: 204 });
    });
    await open();
    await page.getByText(code, { exact: true }).waitFor();
    while (!events.some(({ event }) => event === 'scan')) await page.waitForResponse('**/events?*');
    const { deviceId, properties } = events.find(({ event }) => event === 'scan');
    assert.match(deviceId, /^[^.]+\.[^.]+$/);
    assert.equal(properties.value, code);
  });
}

/** Signs in at another origin; the team's own server counts what was read, and takes no other token. */
export function countInStockRoom({ origin }, clip, code) {
  return visit(origin, clip, async (page, open) => {
    await open();
    await signIn(page);
    await page.getByText(`Bin ${code}: 1`).waitFor();
    for (const name of ['Print label', 'Switch to dark theme', 'Sign out']) await page.getByLabel(name).waitFor();

    const token = await page.evaluate(() => localStorage.getItem('authToken'));
    assert.equal(await statusOfCount(origin, code, token), 200);
    for (const forged of forge(token)) assert.equal(await statusOfCount(origin, code, forged), 401, forged);
    assert.equal(await statusOfCount(origin, code), 401);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username').waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('authToken')), null);
  });
}

async function statusOfCount(origin, code, token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return (await fetch(`${origin}/stock/v0/bins/${code}/count`, { method: 'POST', headers })).status;
}

/** Another clerk's name over the same signature, and a token that nobody has signed. */
function forge(token) {
  const [header, payload, signature] = token.split('.');
  const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const write = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [
    [header, write({ ...read(payload), sub: 'somebody-else' }), signature].join('.'),
    [write({ ...read(header), alg: 'none' }), payload, ''].join('.'),
  ];
}

/** Nothing of the page before the sign-in; the session stays with a reload, and ends. */
export function signInWithNext({ origin }) {
  return visit(origin, undefined, async (page, open) => {
    await open();
    await page.getByLabel('Username').waitFor();
    assert.equal(await page.getByText('Behind sign-in').count(), 0);
    await signIn(page);
    await page.getByText('Signed in as m.okafor').waitFor();
    await page.reload();
    await page.getByText('Signed in as m.okafor').waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByLabel('Username').waitFor();
  });
}
