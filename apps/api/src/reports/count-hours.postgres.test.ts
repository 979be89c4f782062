import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeCountedHours } from './count-hours.suite.ts';
import { countHours } from './count-hours.ts';

describe('counted hours on PostgreSQL', () => {
  const context = describeCountedHours(createPostgresDatabase);

  test('a scan of a counted hour that is not yet committed counts once it is', async () => {
    const { server, scans, start } = context();
    const { db, newId } = server;
    const before = await scans();
    const writing = await db.startTransaction().execute();
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(writing);
    await sql`
      insert into scans (domain_id, id, barcode, symbology, scan_method, mode, checkpoint_id, claimed_at, received_at,
        happened_at, device_id, received_from, claimed_by, submitted_by, outcome, reason, verdict, payload_hash, search_text)
      select domain_id, ${newId()}, barcode, symbology, scan_method, mode, checkpoint_id, claimed_at, received_at,
        ${new Date(start + 3_600_000)}, device_id, received_from, claimed_by, submitted_by, outcome, reason, verdict, payload_hash, ''
      from scans limit 1`.execute(writing);
    await db.deleteFrom('report_hours').execute();
    await countHours(db);
    expect(await scans()).toBe(before);
    await writing.commit().execute();
    expect(await scans()).toBe(before + 1);
  });
});
