import { exportScansAsCsv, exportScansAsJson, listScans } from '@scantix/api-contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectValue, type SignedIn, type TestServer, withToken } from '../testing/start-test-server.ts';

const HOUR_MS = 3_600_000;

/** What the suite of reports shares with its part; valid once its tests run. */
export interface ReportTests {
  readonly server: TestServer;
  readonly clerk: SignedIn;
  /** The start of the period: epoch milliseconds. */
  readonly from: number;
  readonly scan: (barcode: string) => Promise<string>;
  readonly period: () => { from: string; to: string };
}

/** The guarantees of exports and of the live stream. */
export function describeExports(context: () => ReportTests): void {
  let server: ReportTests['server'];
  let clerk: ReportTests['clerk'];
  let from: ReportTests['from'];
  let scan: ReportTests['scan'];
  let period: ReportTests['period'];
  beforeAll(() => {
    ({ server, clerk, from, scan, period } = context());
  });
  const iso = (ms: number) => new Date(ms).toISOString();

  describe('an export', () => {
    const csv = async (query = {}) => {
      const blob = expectValue(await clerk.api.call(exportScansAsCsv, { body: { ...period(), ...query } }));
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
    };

    test('as CSV has a header line and the scans, the newest first', async () => {
      const lines = (await csv()).split('\r\n');
      expect(lines[0]).toMatch(/^\ufeffid,claimed_at,received_at,outcome,reason,/);
      expect(lines.slice(1).map((text) => text.split(',')[7])).toEqual([
        'R-1',
        'R-4',
        'NOBODY',
        'R-2',
        'R-1',
        'R-0',
        'R-0',
        undefined,
      ]);
    });

    test('honours the filters', async () => {
      expect((await csv({ outcome: 'refused' })).trim().split('\r\n')).toHaveLength(3);
      expect((await csv({ undone: 'true' })).trim().split('\r\n')).toHaveLength(2);
      expect((await csv({ search: 'nothing like it' })).trim().split('\r\n')).toHaveLength(1);
    });

    test.each([
      ['=1+1', "'=1+1"],
      ['x;=1+1;y', "x;'=1+1;y"],
      ['x;"=1+1', `"x;'""=1+1"`],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['-2', "'-2"],
      ['+3', "'+3"],
      ['\t=4', "'\t'=4"],
      ['\0=5', "'\0=5"],
      ['＝1+1', "'＝1+1"],
      ['a,"b"\r\nc', '"a,""b""\r\nc"'],
      ['01\u001d10', '01\u001d10'],
    ])('as CSV gives the barcode %j as text that no spreadsheet runs', async (barcode, cell) => {
      const id = await scan(barcode);
      const row = (await csv({ to: iso(from + 24 * HOUR_MS) }))
        .split(/\r\n(?=[0-9a-f]{8}-)/)
        .find((text) => text.startsWith(id));
      expect(row).toContain(`,${cell},qr_code,`);
    });

    test('as JSON gives every record as Results has it', async () => {
      const query = { ...period(), outcome: 'refused' as const };
      const records = JSON.parse(await expectValue(await clerk.api.call(exportScansAsJson, { body: query })).text());
      expect(records).toEqual(expectValue(await clerk.api.call(listScans, { body: query })).items);
      const none = expectValue(await clerk.api.call(exportScansAsJson, { body: { search: 'nothing like it' } }));
      expect(await none.text()).toBe('[]');
    });

    test('of more than a page leaves none out and gives none twice', async () => {
      const stranger = await server.signIn(server.south.clerk.login);
      const ids = Array.from({ length: 210 }, () => server.newId());
      for (let start = 0; start < ids.length; start += 105) {
        const batch = ids.slice(start, start + 105).map((id) => ({ id, barcode: `MANY-${id}` }));
        await stranger.post(...batch.map((more) => ({ ...more, checkpoint_id: server.south.gates[0].id })));
      }
      const blob = expectValue(await stranger.api.call(exportScansAsJson, { body: { search: 'many-' } }));
      const exported = (JSON.parse(await blob.text()) as { id: string }[]).map(({ id }) => id);
      expect(exported.toSorted()).toEqual(ids.toSorted());
    });
  });

  describe('the live stream', () => {
    const open = (token = clerk.tokens.access_token) =>
      withToken(token)(`${server.url}/scantix/v0/reports/live`, { headers: { Accept: 'text/event-stream' } });

    test.each([
      ['again after a scan', 0],
      ['again after a refused scan while the clock is set back', HOUR_MS / 2],
    ])('says changed at once and two seconds later, and %s', async (_name, setBackMs) => {
      server.clock.advance(-setBackMs);
      const response = await open();
      expect(response.headers.get('Content-Type')).toContain('text/event-stream');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (const _ of [1, 2]) expect((await reader?.read())?.value).toContain('event: changed');
      // The first poll may come after the first scan; the second scan is then the first change.
      const next = reader?.read();
      const scans = setInterval(() => void scan('NOBODY'), 500);
      try {
        expect((await next)?.value).toContain('event: changed');
      } finally {
        clearInterval(scans);
        await reader?.cancel();
        server.clock.advance(setBackMs);
      }
    });

    test('is for the signed-in only', async () => {
      expect((await fetch(`${server.url}/scantix/v0/reports/live`)).status).toBe(401);
    });
  });
}
