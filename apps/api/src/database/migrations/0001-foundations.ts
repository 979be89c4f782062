import { type Kysely, sql } from 'kysely';
import { AUDIT_LOG } from './0001-foundations/audit-log.ts';
import { DEVICES } from './0001-foundations/devices.ts';
import { DOMAINS } from './0001-foundations/domains.ts';
import { REPORT_HOURS } from './0001-foundations/report-hours.ts';
import { SCANS } from './0001-foundations/scans.ts';
import { SIGN_IN } from './0001-foundations/sign-in.ts';
import { SNAPSHOT } from './0001-foundations/snapshot.ts';
import { TICKET_FEEDS } from './0001-foundations/ticket-feeds.ts';
import { TICKET_TOTALS } from './0001-foundations/ticket-totals.ts';
import { TICKETS } from './0001-foundations/tickets.ts';
import { WEBHOOKS } from './0001-foundations/webhooks.ts';

/**
 * Every key of a domain's table, and every reference to one, begins with the domain, so that rows can be spread by it
 * (docs/scaling.md).
 */
const STATEMENTS = [
  ...DOMAINS,
  ...SIGN_IN,
  ...DEVICES,
  ...TICKETS,
  ...TICKET_FEEDS,
  ...TICKET_TOTALS,
  ...SCANS,
  ...SNAPSHOT,
  ...REPORT_HOURS,
  ...WEBHOOKS,
  ...AUDIT_LOG,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
