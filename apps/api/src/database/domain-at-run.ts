import { sql } from 'kysely';

/**
 * A domain that the planner learns when the statement runs: it expects as many rows as of any domain. Of one that it is told and
 * that its statistics do not know yet it expects none, and then reads all of its rows by whichever index begins with the
 * domain (docs/decisions/0055).
 */
export const domainAtRun = (domainId: string) => sql<string>`(select ${domainId}::uuid)`;
