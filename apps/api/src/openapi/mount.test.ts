import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeApi } from './describe-api.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase(), { build: 'b1' });
}, START_MS);
afterAll(() => server.stop());

test('the document is served to everybody', async () => {
  const answer = await fetch(`${server.url}/docs/openapi.json`);
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(describeApi({ build: 'b1' }))));
});

test('the page needs no script and no inline style, and each of its links leads somewhere', async () => {
  const answer = await fetch(`${server.url}/docs`);
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  const page = await answer.text();
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|undefined|\[object/);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(anchors.filter((id) => !ids.includes(id))).toEqual([]);
  for (const [, path = ''] of page.matchAll(/href="(\/[^"]+)"/g))
    expect((await fetch(server.url + path)).status).toBe(200);
  for (const path of Object.keys(describeApi({ build: 'b1' }).paths)) expect(page).toContain(` ${path}</code>`);
});

test('there is nothing else below it', async () => {
  expect((await fetch(`${server.url}/docs/other`)).status).toBe(404);
});
