import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkAnswer, implementClerkCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { createImportSlots } from './import-slots.ts';
import { answerImport, IMPORTS_AT_ONCE } from './import-tickets.ts';
import { lookupTicket } from './lookup-ticket.ts';
import { searchTickets } from './search-tickets.ts';
import type { StallLimit } from './without-stalls.ts';

export interface TicketsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  /** How long an import waits for its file. */
  readonly importStalls?: StallLimit;
  readonly requireSession: MiddlewareHandler<AppEnv>;
}

/** Mounts the calls on tickets. */
export function mountTickets(app: Hono<AppEnv>, parts: TicketsParts): void {
  implementClerkCall(app, contract.lookupTicket, parts, (call) => lookupTicket(parts, call));
  implementClerkCall(app, contract.searchTickets, parts, (call) => searchTickets(parts, call));
  const { db, clock, newId, log, importStalls: stalls } = parts;
  const imports = { slots: createImportSlots({ atOnce: IMPORTS_AT_ONCE }), stalls, log };
  implementClerkAnswer(app, contract.importTickets, parts, ({ clerk: { domainId }, query: options, context }) =>
    answerImport(imports, { importer: { db, clock, newId, domainId }, options, context }),
  );
}
