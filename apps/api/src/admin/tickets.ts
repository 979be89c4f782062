import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import type { ClerkTurns } from '../auth/clerk-turns.ts';
import { createRightCheck } from '../auth/may-still-call.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { AppEnv } from '../http/app-env.ts';
import { createClerkSlots, EXPORT_SLOTS } from '../http/clerk-limits.ts';
import type { SendFileParts } from '../http/send-file.ts';
import {
  type AdminTicketsParts,
  cancelTickets,
  eraseAudited,
  listTickets,
  showTicket,
} from '../tickets/admin-tickets.ts';
import { exportTickets } from '../tickets/export-tickets.ts';
import { answerImport, type Imports } from '../tickets/import-tickets.ts';
import { type AdminCallParts, implementDomainAnswer, implementDomainCall, keyOf } from './implement-admin-call.ts';

/** What the calls on tickets need. */
export type AdminTicketsCallParts = AdminCallParts &
  AdminTicketsParts &
  SendFileParts & { readonly imports: Imports; readonly sessions: Sessions; readonly listTurns: ClerkTurns };

/** Mounts the calls on a domain's tickets. */
export function mountAdminTickets(app: Hono<AppEnv>, parts: AdminTicketsCallParts): void {
  const { imports } = parts;
  implementDomainAnswer(app, contract.importDomainTickets, parts, ({ domain, query: options, context, ...by }) => {
    const mayGoOn = createRightCheck(parts, context, contract.importDomainTickets);
    return answerImport(imports, { importer: { ...parts, domainId: domain.id }, options, context, by, mayGoOn });
  });
  const exports = createClerkSlots(EXPORT_SLOTS);
  implementDomainAnswer(
    app,
    contract.exportTickets,
    parts,
    ({ domain, query: { format }, context, actor, address }) => {
      const mayGoOn = createRightCheck(parts, context, contract.exportTickets);
      const onEnd = exports.enter(keyOf(actor));
      return exportTickets(parts, { domainId: domain.id, format, by: { actor, address }, context, mayGoOn, onEnd });
    },
  );
  implementDomainCall(app, contract.listTickets, parts, ({ domain, body, actor }) =>
    parts.listTurns.run(keyOf(actor), () => listTickets(parts, domain.id, body)),
  );
  implementDomainCall(app, contract.showTicket, parts, ({ domain, body }) =>
    showTicket(parts, domain.id, body.barcode),
  );
  implementDomainCall(app, contract.cancelTickets, parts, ({ domain, body, actor, address }) =>
    cancelTickets(parts, domain.id, body.barcodes, { actor, address }),
  );
  implementDomainCall(app, contract.eraseHolder, parts, ({ domain, body, actor, address }) => {
    const { holder, barcodes, dry_run: dryRun } = body;
    return eraseAudited(parts, { domainId: domain.id, holder, barcodes, dryRun }, { actor, address });
  });
}
