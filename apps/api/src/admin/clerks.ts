import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import type { ClerkTurns } from '../auth/clerk-turns.ts';
import {
  type ClerksParts,
  changeClerk,
  createClerk,
  resetPassword,
  signOutClerk,
} from '../clerks/administer-clerks.ts';
import { listClerks } from '../clerks/list-clerks.ts';
import { setUp } from '../clerks/set-up.ts';
import type { AppEnv } from '../http/app-env.ts';
import {
  type AdminCaller,
  type AdminCallParts,
  implementDomainCall,
  implementOperatorCall,
  keyOf,
} from './implement-admin-call.ts';

/** What the calls on clerks need. */
export type ClerksCallParts = AdminCallParts & ClerksParts & { readonly passwordTurns: ClerkTurns };

/** Mounts the calls on clerks. */
export function mountClerks(app: Hono<AppEnv>, parts: ClerksCallParts): void {
  const inTurn = <Made>({ actor }: AdminCaller, work: () => Promise<Made>) =>
    parts.passwordTurns.run(keyOf(actor), work);
  implementOperatorCall(app, contract.setUp, parts, ({ body, ...by }) => setUp(parts, body, by));
  implementDomainCall(app, contract.listClerks, parts, async ({ domain }) => ({
    items: await listClerks(parts, domain.id),
  }));
  implementDomainCall(app, contract.createClerk, parts, ({ body, ...within }) =>
    inTurn(within, () => createClerk(parts, body, within)),
  );
  implementDomainCall(app, contract.changeClerk, parts, ({ params, body, ...within }) =>
    changeClerk(parts, params.clerk, body, within),
  );
  implementDomainCall(app, contract.resetPassword, parts, ({ params, body, ...within }) =>
    inTurn(within, () => resetPassword(parts, params.clerk, body.password, within)),
  );
  implementDomainCall(app, contract.signOutClerk, parts, ({ params, ...within }) =>
    signOutClerk(parts, params.clerk, within),
  );
}
