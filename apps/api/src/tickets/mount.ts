import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import { createWorkLimit } from '../auth/work-limit.ts';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { IMPORTS_AT_ONCE, importTickets } from './import-tickets.ts';
import { lookupTicket } from './lookup-ticket.ts';
import { searchTickets } from './search-tickets.ts';

export interface TicketsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly requireSession: MiddlewareHandler<AppEnv>;
}

/** Mounts the calls on tickets. */
export function mountTickets(app: Hono<AppEnv>, parts: TicketsParts): void {
  implementClerkCall(app, contract.lookupTicket, parts, (call) => lookupTicket(parts, call));
  implementClerkCall(app, contract.searchTickets, parts, (call) => searchTickets(parts, call));
  const imports = createWorkLimit({ concurrency: IMPORTS_AT_ONCE, waiting: 0 });
  implementClerkCall(app, contract.importTickets, parts, (call) => importTickets({ ...parts, imports }, call));
}
