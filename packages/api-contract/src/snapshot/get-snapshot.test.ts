import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApiClient } from '../create-api-client.ts';
import { getSnapshot, getSnapshotSegment, type SnapshotManifest } from './get-snapshot.ts';

const KEY = `${'A'.repeat(43)}=`;
const CHECKPOINT = '01a1fc4f-0000-7000-8000-00000000000a';
const ROWS = [
  { key: KEY, sealed: 'B'.repeat(60), change: 7 },
  { key: KEY, removed: true, change: 8 },
];
const LINES = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

const manifest = (lines: string, more: Partial<SnapshotManifest> = {}) => ({
  ...{ snapshot_id: 'a', checkpoint_id: CHECKPOINT, ticketing: 'on', count: 0, digest: '0'.repeat(24) },
  ...{ generated_at: '2026-11-21T09:00:00.000Z', cursor: 'c', from_start: true, snapshot_key: KEY, complete: true },
  ...{ rows: 2, rows_sha256: createHash('sha256').update(lines).digest('base64') },
  ...more,
});

async function fetchPage(first: unknown, lines: string) {
  const fetch: typeof globalThis.fetch = async () => new Response(`${JSON.stringify(first)}\n${lines}`);
  const api = createApiClient({ baseUrl: 'https://scan.example', fetch });
  return api.call(getSnapshot, { query: { checkpoint: CHECKPOINT } });
}

test('a page is its manifest and its rows', async () => {
  const page = await fetchPage(manifest(LINES), LINES);
  expect(page).toMatchObject({ ok: true, value: { manifest: manifest(LINES), rows: ROWS } });
});

test('a page without rows is a page', async () => {
  expect(await fetchPage(manifest('', { rows: 0 }), '')).toMatchObject({ ok: true, value: { rows: [] } });
});

test('a page with any byte cut off or changed is no answer', async () => {
  for (let index = 0; index < LINES.length; index += 1) {
    for (const broken of [LINES.slice(0, index), `${LINES.slice(0, index)}~${LINES.slice(index + 1)}`]) {
      expect(await fetchPage(manifest(LINES), broken)).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    }
  }
});

test.each([
  ['another number of rows than it says', manifest(LINES, { rows: 1 }), LINES],
  ['a manifest that is none', { ...manifest(LINES), digest: 'x' }, LINES],
  ['a row that is none', manifest('{"key":"x"}\n', { rows: 1 }), '{"key":"x"}\n'],
  ['no manifest at all', '', ''],
])('a page with %s is no answer', async (_what, first, lines) => {
  expect(await fetchPage(first, lines)).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
});

test('a segment has the rows that arrived and their hash: with any byte cut off or changed it is another, or no answer', async () => {
  const sha256 = createHash('sha256').update(LINES).digest('hex');
  const fetchSegment = (lines: string) =>
    createApiClient({ baseUrl: 'https://scan.example', fetch: async () => new Response(lines) }).call(
      getSnapshotSegment,
      { params: { sha256 }, query: { checkpoint: CHECKPOINT } },
    );
  expect(await fetchSegment(LINES)).toMatchObject({ ok: true, value: { sha256, rows: ROWS } });
  for (let index = 0; index < LINES.length; index += 1) {
    for (const broken of [LINES.slice(0, index), `${LINES.slice(0, index)}~${LINES.slice(index + 1)}`]) {
      const outcome = await fetchSegment(broken);
      expect(outcome.ok && outcome.value.sha256 === sha256).toBe(false);
    }
  }
});

test('a newer server may say more in manifest and rows', async () => {
  const lines = `${JSON.stringify({ ...ROWS[0], later: 1 })}\n`;
  const page = await fetchPage({ ...manifest(lines, { rows: 1 }), later: { a: 1 }, row_format: 9 }, lines);
  expect(page).toMatchObject({ ok: true, value: { manifest: { row_format: 9 }, rows: [ROWS[0]] } });
});
