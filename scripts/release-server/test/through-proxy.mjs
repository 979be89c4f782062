// What a device does, through a reverse proxy.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { HOST } from './machine.mjs';

/** The address of the device; the proxy's own is 127.0.0.1. */
const DEVICE_ADDRESS = '127.0.0.7';
const DEVICE_INFO = {
  ...{ deviceType: 'Android Phone', deviceOS: 'Android', deviceBrowser: 'Chrome', deviceCategory: 'mobile' },
  ...{ deviceString: 'Android Phone (Chrome)', language: 'en-GB', screenResolution: '390x844' },
};
const PASSWORD = 'three calm herons';
const IMPORT_ROWS = 700;
/** A column that is not read: it makes the file large, and the import short. */
const PADDING = 'x'.repeat(30_000);

/** Verifies what a device needs through the proxy `name`. `scantix`: runs a command and returns its JSON. */
export async function verifyProxy({ name, claims, scantix }) {
  const ca = readFileSync('/etc/ssl/scantix/certificate.pem');
  const deviceId = `device-behind-${name}`;
  const login = `probe.${name}`;
  let token = '';

  const send = (path, { method = 'GET', headers = {}, body } = {}) =>
    open(`https://${HOST}${path}`, { method, headers, body, ca });
  const ask = async (path, options) => readAnswer(await send(path, options));
  const call = async (path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await ask(path, options);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const verify = (sentence, check) => claims.verify(`${name}: ${sentence}`, check);

  await verify('HTTP leads to HTTPS', async () => {
    const answer = await readAnswer(await open(`http://${HOST}/login?x=1`, {}));
    assert.deepEqual([answer.status, answer.headers.location], [308, `https://${HOST}/login?x=1`]);
  });
  await verify('pages are revalidated, assets are kept, both are compressed, and HTTPS stays', async () => {
    const page = await ask('/', { headers: { Accept: 'text/html' } });
    assert.deepEqual([page.status, page.headers['cache-control']], [200, 'no-cache']);
    assert.equal(page.headers['strict-transport-security'], 'max-age=63072000');
    assert.equal((await ask('/service-worker.js')).headers['cache-control'], 'no-cache');
    const [asset] = page.text.match(/\/assets\/[\w-]+\.js/);
    const headers = { 'Accept-Encoding': 'gzip, br' };
    const file = await ask(asset, { headers });
    assert.match(file.headers['cache-control'], /immutable/);
    assert.equal(file.headers['content-encoding'], 'br');
    const again = await ask(asset, { headers: { ...headers, 'If-None-Match': file.headers.etag } });
    assert.equal(again.status, 304);
  });
  await verify('a barcode of 8,192 bytes fits in an address and in its referrer', async () => {
    const path = `/scan-result/${'%C3%A9'.repeat(4_096)}/entry`;
    const answer = await ask(path, { headers: { Accept: 'text/html', Referer: `https://${HOST}${path}` } });
    assert.equal(answer.status, 200);
  });
  await verify('a clerk with a one-time password takes an own one, and signs in', async () => {
    const { one_time_password: once } = scantix('clerks', 'create', login, '--workgroup', 'Managers');
    const who = { clerk: login, device_id: deviceId };
    const changed = await call('/v0/auth/password', { ...who, password: once, new_password: PASSWORD });
    assert.deepEqual(changed, { status: 'changed' });
    const body = { ...who, password: PASSWORD, remember_me: false, device_info: DEVICE_INFO };
    ({
      tokens: { access_token: token },
    } = await call('/v0/auth/login', body));
  });
  const barcode = `${name}-0`;
  await verify(`a file of ${Math.round((IMPORT_ROWS * PADDING.length) / 1e6)} MB is imported`, async () => {
    const rows = Array.from({ length: IMPORT_ROWS }, (_, index) => `${name}-${index},${PADDING}\n`);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' };
    const body = ['Code,Padding\n', ...rows].join('');
    const { status, text } = await ask('/tickets/v0/import?map=barcode%3DCode', { method: 'POST', headers, body });
    assert.equal(status, 200, text);
    assert.equal(JSON.parse(text).created, IMPORT_ROWS);
  });
  await verify('a scan is decided, and the stream of Reports tells it at once', async () => {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
    const stream = await send('/scantix/v0/reports/live', { headers });
    assert.equal(stream.statusCode, 200);
    const events = stream.setEncoding('utf8')[Symbol.asyncIterator]();
    assert.match((await events.next()).value, /changed/);
    const { checkpoints } = await call('/config/v0/scanner');
    const scan = {
      ...{ id: newScanId(), barcode, symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
      ...{ checkpoint_id: checkpoints[0].id, claimed_at: new Date().toISOString() },
      ...{ device_id: deviceId, claimed_by: login },
    };
    const { results } = await call('/scantix/v0/scanner/scans', { scans: [scan] });
    assert.equal(results[0].verdict?.outcome, 'accepted', JSON.stringify(results));
    assert.match((await events.next()).value, /changed/);
    stream.destroy();
  });
  await verify('the server knows the device by its own address, whatever that claims', () => {
    const { items } = scantix('devices', 'list');
    const device = items.find(({ id }) => id === deviceId);
    assert.equal(JSON.stringify(device).includes(`"${DEVICE_ADDRESS}"`), true, JSON.stringify(items));
  });
}

/** A UUID of version 7, as devices make them. */
function newScanId() {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function open(url, { method, headers = {}, body, ca }) {
  const { request } = url.startsWith('https:') ? https : http;
  const claimed = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' };
  return new Promise((resolve, reject) => {
    const options = { method, ca, agent: false, localAddress: DEVICE_ADDRESS, headers: { ...claimed, ...headers } };
    request(url, options, resolve).on('error', reject).end(body);
  });
}

async function readAnswer(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}
