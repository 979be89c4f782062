import { createHash } from 'node:crypto';
import type { Scan } from '@scantix/api-contract';
import { describe, expect, test, vi } from 'vitest';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { createScriptedDatabase } from '../testing/scripted-database.ts';
import { delivery, scanOf, submitter } from '../testing/scripted-scans.ts';
import type { ScanInContext } from './found-scan.ts';
import { payloadHash } from './payload-hash.ts';
import { recordBatch } from './record-batch.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 1);
const AT = '2026-11-21T09:00:30.000Z';
const checkpoint = { id: '0197b0a4-0000-7000-8000-000000000001', name: 'Gate' };
const claimer = { id: '0197b0a4-0000-7000-8000-000000000002', userName: 'Ada' };

/** A scan of a clerk who may scan, delivered by the submitter with these differences. */
function inContext(scan: Scan, more: Partial<SignedInClerk> = {}): ScanInContext {
  const claimed = { disabledAt: null, sessions: [{ deviceId: 'd', from: 0, until: NOW }] };
  const checkpoints = new Map([[checkpoint.id, checkpoint]]);
  const context = { claimed, claimer, checkpoint, checkpoints, outsideRights: false };
  return { scan, context: { ...context, ...delivery, submitter: { ...submitter, ...more } } };
}

const decided = (outcome: 'accepted' | 'refused') => ({
  ...{ outcome, reason: outcome === 'accepted' ? 'ok' : 'unknown_code', mode: 'entry', decided_at: AT },
});
/** A scan that its device let through by itself. */
const letThrough = (id: string) =>
  scanOf(id, { device_verdict: { ...decided('accepted'), certainty: 'device' } as never });
/** The row of a scan that was refused when it was recorded. */
const refusedBefore = (scan: Scan, deliveredBy = 'd') => ({
  ...{ id: scan.id, verdict: { ...decided('refused'), certainty: 'server' }, device_verdict: null, effect: 'none' },
  ...{ effect_at: null, ticket_change: null, payload_hash: payloadHash(scan), deliveredBy, deliveredWith: null },
  ...{ ticket_id: null, received_at: new Date(NOW), receipt: '4', claimed_by: claimer.id, marks: null },
});
const ticketOf = (barcode: string) => ({
  ...{ id: `ticket ${barcode}`, barcode_hash: createHash('sha256').update(barcode).digest(), status: 'valid' },
  ...{ holder: 'Ada Berg', type: 'Day ticket', note: null, order_name: 'R-1', valid_from: null, valid_until: null },
  ...{ section: null, seat: null },
  ...{ works_at: [], entries_allowed: 1, entries_used: 0, inside: 0, first_use: null, last_entry: null },
  recent_effects: [],
});

/** Records a batch in a database that has these tickets and scans. */
async function record(scans: ScanInContext[], { tickets = [] as object[], recorded = [] as { id: string }[] } = {}) {
  const told: string[][] = [];
  const written: string[] = [];
  const numbered: unknown[] = [];
  const used: object[] = [];
  let ticketsAsked = 0;
  const db = createScriptedDatabase((sql, parameters) => {
    if (sql.includes('from tickets')) {
      ticketsAsked += 1;
      return tickets;
    }
    if (sql.includes('from scans') && sql.includes('for update')) {
      return recorded.filter(({ id }) => parameters.includes('north') && (parameters[0] as string[]).includes(id));
    }
    if (sql.includes('insert into webhook_deliveries')) told.push(parameters[0] as string[]);
    if (sql.includes('with "raised"')) {
      numbered.push(parameters[1]);
      return [{ receipt: String(numbered.length + 10) }];
    }
    if (!sql.includes('insert into scans') || !parameters.includes('north')) return [];
    used.push(...JSON.parse(String(parameters.find((value) => /^\[(\]$|\{"id":"ticket)/.test(String(value))))));
    const rows = JSON.parse(String(parameters.find((value) => String(value).includes('"payload_hash"'))));
    written.push(...rows.map(({ id }: { id: string }) => id).toReversed());
    return written.map((id) => ({ id, ticket_change: used.length > 0 && id === 'a' ? '9' : null, receipt: '7' }));
  });
  const onWriting = vi.fn();
  let ids = 0;
  const newId = () => `new ${++ids}`;
  const results = await recordBatch({ db, clock: { now: () => NOW }, newId, onWriting }, scans);
  expect(onWriting).toHaveBeenCalledTimes(1);
  return { results, told, written, numbered, used, ticketsAsked };
}

describe('webhooks', () => {
  const hooked = { hasWebhooks: true };

  test('are told of each visitor who is let in, where one of the submitters knows of a webhook', async () => {
    const one = inContext(scanOf('a'));
    const other = inContext(scanOf('b'), hooked);
    expect((await record([one, other])).told).toEqual([['scan.accepted', 'scan.accepted']]);
    expect((await record([one])).told).toEqual([]);
  });

  test('are told nothing of who is refused', async () => {
    const { results, told } = await record([inContext(scanOf('a'), { ...hooked, ticketing: 'on' })]);
    expect(results[0]?.verdict).toMatchObject({ outcome: 'refused', reason: 'unknown_code' });
    expect(told).toEqual([]);
  });

  test('are told of a visitor whom the device let in and the server would not have', async () => {
    const { results, told } = await record([inContext(letThrough('a'), { ...hooked, ticketing: 'on' })]);
    expect(told).toEqual([['scan.accepted', 'conflict.opened']]);
    expect(results).toMatchObject([{ id: 'a', conflict: { id: 'new 1' } }]);
  });

  test('are told of an admission that a device reports late', async () => {
    const scan = letThrough('a');
    const { told } = await record([inContext(scan, { ...hooked, ticketing: 'on' })], {
      recorded: [refusedBefore(scan)],
    });
    expect(told).toEqual([['scan.accepted', 'conflict.opened']]);
  });
});

test('of scans some of which are recorded the others are written, and each is answered in its place', async () => {
  const [old, known] = [scanOf('a'), scanOf('b')];
  const { results, written } = await record([inContext(scanOf('new')), inContext(old), inContext(scanOf('newer'))], {
    recorded: [refusedBefore(known), refusedBefore(old)],
  });
  expect(written).toEqual(['new', 'newer']);
  expect(results.map(({ id, status, receipt }) => [id, status, receipt])).toEqual([
    ['new', 'recorded', 7],
    ['a', 'repeated', 4],
    ['newer', 'recorded', 7],
  ]);
});

test('late verdicts are numbered in the order of their devices, whatever their order in the batch', async () => {
  const scans = ['c', 'a', 'b'].map((device) => inContext(letThrough(`of ${device}`), { deviceId: device }));
  const { results, numbered, written } = await record(scans, {
    recorded: scans.map(({ scan, context }) => refusedBefore(scan, context.submitter.deviceId)),
  });
  expect(numbered).toEqual(['a', 'b', 'c']);
  expect(results.map(({ id, receipt }) => [id, receipt])).toEqual([
    ['of c', 13],
    ['of a', 11],
    ['of b', 12],
  ]);
  expect(written).toEqual([]);
});

test('a code is a ticket for submitters with tickets alone, and where none has them none is looked for', async () => {
  const on = inContext(scanOf('a'), { ticketing: 'on' });
  const off = inContext(scanOf('b'));
  const tickets = ['code of a', 'code of b'].map(ticketOf);
  const { results } = await record([off, on], { tickets });
  expect(results.map(({ verdict }) => verdict?.ticket?.holder)).toEqual([undefined, 'Ada Berg']);
  const { results: without, ticketsAsked } = await record([off], { tickets });
  expect([without[0]?.verdict?.outcome, ticketsAsked]).toEqual(['accepted', 0]);
});

test('an entry uses its ticket and tells the number of the change; a check does neither', async () => {
  const on = { ticketing: 'on' } as const;
  const scans = [inContext(scanOf('a'), on), inContext(scanOf('b', { mode: 'check' }), on), inContext(scanOf('c'), on)];
  const { results, used } = await record(scans, { tickets: ['code of a', 'code of b'].map(ticketOf) });
  expect(used).toMatchObject([{ id: 'ticket code of a', entries_used: 1, inside: 1 }]);
  expect(results.map(({ change }) => change)).toEqual([9, undefined, undefined]);
  expect(results.map((result) => 'change' in result)).toEqual([true, false, false]);
});

test('a scan that another transaction has recorded meanwhile fails the batch', async () => {
  const db = createScriptedDatabase(() => []);
  const parts = { db, clock: { now: () => NOW }, newId: () => '', onWriting: () => {} };
  await expect(recordBatch(parts, [inContext(scanOf('a'))])).rejects.toMatchObject({ name: 'AlreadyRecordedError' });
});
