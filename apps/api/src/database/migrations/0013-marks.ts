import type { Kysely } from 'kysely';
import { makeIndexes } from '../build-indexes.ts';

/** What finds the sessions of the clerks whom scans name, and the scans that a clerk without `supervise` may see. */
export const up = (db: Kysely<unknown>): Promise<void> => makeIndexes(db, INDEXES);

/** Each branch of `selectVisibleScans` has an index: without them a new gate reads every scan of its domain. */
export const INDEXES = [
  { name: 'scans_at_checkpoint', on: 'scans (domain_id, checkpoint_id, received_at desc, id desc)' },
  { name: 'scans_by_clerk', on: 'scans (domain_id, claimed_by, received_at desc, id desc)' },
  { name: 'scans_by_submitter', on: 'scans (domain_id, submitted_by, received_at desc, id desc)' },
  { name: 'sessions_of_clerks', on: 'sessions (clerk_id, device_id)' },
];
