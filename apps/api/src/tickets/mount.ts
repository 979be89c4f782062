import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { ClerkTurns } from '../auth/clerk-turns.ts';
import { createRightCheck } from '../auth/may-still-call.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ClerkPace } from '../http/clerk-limits.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { implementClerkAnswer, implementClerkCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { answerImport, type Imports } from './import-tickets.ts';
import { lookupTicket } from './lookup-ticket.ts';
import { searchTickets } from './search-tickets.ts';

export interface TicketsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly clientAddress: ClientAddress;
  readonly imports: Imports;
  readonly sessions: Sessions;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly searchPace: ClerkPace;
  readonly lookupPace: ClerkPace;
  readonly listTurns: ClerkTurns;
}

/** Mounts the calls on tickets. */
export function mountTickets(app: Hono<AppEnv>, parts: TicketsParts): void {
  implementClerkCall(app, contract.lookupTicket, parts, (call) => {
    parts.lookupPace.take(call.clerk.id);
    return lookupTicket(parts, call);
  });
  implementClerkCall(app, contract.searchTickets, parts, (call) => {
    parts.searchPace.take(call.clerk.id);
    return parts.listTurns.run(call.clerk.id, () => searchTickets(parts, call));
  });
  implementClerkAnswer(app, contract.importTickets, parts, ({ clerk, query: options, context }) => {
    const { id, login, domainId } = clerk;
    const by = { actor: { kind: 'clerk', id, login }, address: parts.clientAddress(context) } as const;
    const mayGoOn = createRightCheck(parts, context, contract.importTickets);
    return answerImport(parts.imports, { importer: { ...parts, domainId }, options, context, by, mayGoOn });
  });
}
