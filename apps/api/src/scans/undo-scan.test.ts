import { expect, test } from 'vitest';
import { createScriptedDatabase } from '../testing/scripted-database.ts';
import { submitter } from '../testing/scripted-scans.ts';
import { undoScan } from './undo-scan.ts';

const DEADLOCK = Object.assign(new Error('deadlock'), { code: '40P01' });
const LOST = Object.assign(new Error('out of memory'), { code: '53200' });

/** Undoes a scan that is not there, in a database whose transactions fail so, one after the other. */
async function undo(...failures: Error[]) {
  let tries = 0;
  const db = createScriptedDatabase((sql) => {
    // The first statement of each try.
    if (!sql.includes('tickets')) return [];
    tries += 1;
    const failure = failures[tries - 1];
    if (failure) throw failure;
    return [];
  });
  const parts = { db, clock: { now: () => 0 }, clientAddress: () => '' };
  const call = { clerk: submitter, params: { id: 'a' }, body: {}, context: {} };
  const error = await undoScan(parts, call as never).catch((refusal: unknown) => refusal);
  return { error, tries };
}

const UNKNOWN = { code: 'not_found', message: 'Unknown scan' };

test('an undo that gives way to another transaction is tried three times', async () => {
  expect(await undo()).toMatchObject({ error: UNKNOWN, tries: 1 });
  expect(await undo(DEADLOCK)).toMatchObject({ error: UNKNOWN, tries: 2 });
  expect(await undo(DEADLOCK, DEADLOCK)).toMatchObject({ error: UNKNOWN, tries: 3 });
  expect(await undo(DEADLOCK, DEADLOCK, DEADLOCK)).toEqual({ error: DEADLOCK, tries: 3 });
});

test('an undo that fails for the database is tried once', async () => {
  expect(await undo(LOST)).toEqual({ error: LOST, tries: 1 });
});
