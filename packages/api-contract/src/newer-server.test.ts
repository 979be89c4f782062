import { describe, expect, test } from 'vitest';
import { createApiClient } from './create-api-client.ts';
import { API_ERROR_CODES, API_ERROR_STATUS } from './errors.ts';
import { listScans } from './list-scans.ts';
import { countScans } from './reports.ts';
import { letsThrough } from './rules/index.ts';
import { getScannerConfig } from './scanner-config.ts';
import { postScans } from './scans.ts';
import { searchTickets } from './tickets.ts';
import { undoScan } from './undo.ts';

const ID = '01a1fc4f-66db-7413-888b-aaf9e3b59103';
const AT = '2026-11-21T09:41:07.123Z';
const GATE = { id: ID, name: 'Gate' };
const VERDICT = { outcome: 'accepted', reason: 'ok', certainty: 'server', mode: 'entry', decided_at: AT };

/** A client of a server that answers everything so. */
const apiOf = (body: unknown, status = 200) =>
  createApiClient({ baseUrl: '/', fetch: async () => Response.json(body, { status }) });
const post = async (result: object) => {
  const outcome = await apiOf({ results: [{ id: ID, ...result }], more: 1 }).call(postScans, {
    body: { scans: [{ id: ID }] },
  });
  return outcome.ok ? outcome.value.results[0] : outcome;
};

describe('the answer of a newer server is read, with', () => {
  test.each([
    ['outcome', 'welcomed', 'undecided'],
    ['reason', 'on_a_list', 'other'],
    ['certainty', 'supervisor', 'server'],
    ['mode', 're_entry', 'check'],
  ])('a verdict whose %s is %s, as %s', async (field, value, read) => {
    const verdict = { ...VERDICT, [field]: value, more: { nested: true } };
    expect(await post({ status: 'recorded', verdict })).toEqual({
      ...{ id: ID, status: 'recorded' },
      verdict: { ...VERDICT, [field]: read },
    });
  });

  test('an outcome that nobody knows, which lets nobody in', async () => {
    const result = await post({ status: 'recorded', verdict: { ...VERDICT, outcome: 'welcomed' } });
    expect(result && 'verdict' in result && result.verdict && letsThrough(result.verdict)).toBe(false);
  });

  test('a status or an error that nobody knows, which is no record', async () => {
    const error = { code: 'invalid_request', message: expect.any(String) };
    expect(await post({ status: 'deferred' })).toEqual({ id: ID, status: 'rejected', error });
    expect(await post({ status: 'rejected', error: { code: 'teapot', message: 'T' } })).toMatchObject({
      status: 'rejected',
      error: { code: 'invalid_request', message: 'T' },
    });
  });

  test('rows of Results whose words are new', async () => {
    const row = {
      ...{
        id: ID,
        barcode: 'A',
        checkpoint: GATE,
        claimed_at: AT,
        received_at: AT,
        claimed_by: 'a',
        submitted_by: 'a',
      },
      ...{ device_id: 'd', symbology: 'han_xin', scan_method: 'nfc', mode: 'x', verdict: VERDICT },
      conflict: { id: ID, kind: 'new_kind' },
    };
    const outcome = await apiOf({ items: [row] }).call(listScans, { body: {} });
    const read = { symbology: 'unknown', scan_method: 'hardware', mode: 'check', conflict: { kind: 'other' } };
    expect(outcome).toMatchObject({ ok: true, value: { items: [read] } });
  });

  test('an undo that was refused for a new reason, or has a new status', async () => {
    for (const more of [
      { status: 'refused', refusal: 'too_many' },
      { status: 'parked', refusal: 'no_effect' },
    ]) {
      const body = { id: ID, device_id: 'd', claimed_at: AT, claimed_by: 'a' };
      const outcome = await apiOf({ id: ID, scan_id: ID, ...more }).call(undoScan, { params: { id: ID }, body });
      expect(outcome).toMatchObject({ ok: true, value: { status: 'refused', refusal: 'no_effect' } });
    }
  });

  test('a configuration with a new symbology, a ticket with a new status, and counts of a new outcome', async () => {
    const limits = { decision_budget_ms: 1, snapshot_stale_after_ms: 1, snapshot_expires_after_ms: 1 };
    const config = { ticketing: 'partly', checkpoints: [GATE], symbologies: ['qr_code', 'han_xin'], ...limits };
    expect(await apiOf(config).call(getScannerConfig, {})).toMatchObject({
      value: { ticketing: 'on', symbologies: ['qr_code'] },
    });
    const view = { holder: null, type: 'T', entries_left: 0, entries_allowed: 0, valid_from: null, valid_until: null };
    const items = [{ barcode: 'A', status: 'lent', inside: 0, ticket: { ...view, order: null } }];
    expect(await apiOf({ items }).call(searchTickets, { body: { query: 'A' } })).toMatchObject({
      value: { items: [{ status: 'blocked' }] },
    });
    const outcomes = { accepted: 1, attention: 0, refused: 0, undecided: 0 };
    const counts = { complete: true, all: 2, conflicts: 0, this_device: 0, outcomes: { ...outcomes, welcomed: 1 } };
    expect(await apiOf(counts).call(countScans, { body: {} })).toMatchObject({ value: { outcomes } });
  });

  test('an error code that nobody knows, by its status', async () => {
    const codeAt = async (status: number) => {
      const outcome = await apiOf({ success: false, code: 'teapot', message: 'T' }, status).call(listScans, {
        body: {},
      });
      return !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.code;
    };
    const several = ['conflict', 'payload_mismatch', 'session_revoked'];
    for (const code of API_ERROR_CODES.filter((known) => !several.includes(known))) {
      expect(await codeAt(API_ERROR_STATUS[code])).toBe(code);
    }
    expect([await codeAt(409), await codeAt(418), await codeAt(500), await codeAt(504)]).toEqual([
      'invalid_request',
      'invalid_request',
      'unavailable',
      'unavailable',
    ]);
  });

  test('but not without what it must say', async () => {
    for (const field of ['outcome', 'reason', 'certainty', 'mode']) {
      const verdict = { ...VERDICT, [field]: undefined };
      expect(await post({ status: 'recorded', verdict })).toMatchObject({ failure: { kind: 'unreachable' } });
    }
  });
});
