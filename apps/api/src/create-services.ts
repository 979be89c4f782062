import type { AppParts } from './app-parts.ts';
import { createAccessTokens } from './auth/access-tokens.ts';
import { createClerkTurns } from './auth/clerk-turns.ts';
import { createDeviceCookie } from './auth/device-cookie.ts';
import { createLoginLimits } from './auth/login-limits.ts';
import { requireSession } from './auth/require-session.ts';
import { createSessions, DEFAULT_LIFETIMES } from './auth/sessions.ts';
import { createSigningKeys } from './auth/signing-keys.ts';
import { createClerkPace } from './http/clerk-limits.ts';
import { createClientAddress } from './http/client-address.ts';
import { createMetrics } from './system/create-metrics.ts';
import { createIdSource } from './system/random.ts';
import { createImportSlots } from './tickets/import-slots.ts';
import { IMPORTS_AT_ONCE } from './tickets/import-tickets.ts';

/** Creates what the calls share: ids, sessions and their check, sign-in limits. */
export function createServices(parts: AppParts) {
  const { db, clock, random, secrets, lifetimes, loginLimits, trustedProxies = 0 } = parts;
  const newId = createIdSource({ clock, random });
  const { accessTokenS: tokenSeconds } = lifetimes ?? DEFAULT_LIFETIMES;
  const signingKeys = createSigningKeys({ db, clock, secrets, tokenSeconds });
  const accessTokens = createAccessTokens({ keys: signingKeys, clock, newId });
  const sessions = createSessions({
    ...{ db, clock, random, newId, secrets, accessTokens },
    ...(lifetimes ? { lifetimes } : {}),
  });
  const isStopping = parts.isStopping ?? (() => false);
  const slots = parts.importSlots ?? createImportSlots({ db, atOnce: IMPORTS_AT_ONCE });
  return {
    imports: { slots, log: parts.log, isStopping },
    newId,
    signingKeys,
    tokenSeconds,
    sessions,
    requireSession: requireSession(sessions),
    loginLimits: createLoginLimits({ db, clock, ...(loginLimits ? { rules: loginLimits } : {}) }),
    deviceCookie: createDeviceCookie({ secrets, clock, random, trustedProxies }),
    clientAddress: createClientAddress({ trustedProxies }),
    /** Searches by code or name, of tickets and in the log. */
    searchPace: createClerkPace({ clock, burst: 60, drainMs: 1_000 }),
    /** Looks at a code without a scan, which leaves nothing in the log: nobody tries codes one after the other. */
    lookupPace: createClerkPace({ clock, burst: 60, drainMs: 1_000, message: 'Too many look-ups: wait a moment' }),
    /** Reads long lists: pages of the log, of the audit log, of conflicts and of tickets, found tickets, and counts. */
    listTurns: createClerkTurns({ waiting: 50 }),
    /** Computes reports. Many screens of one account ask at once. */
    reportTurns: createClerkTurns({ waiting: 500 }),
    /** Sets passwords of others: a manager who makes many clerks at once leaves the hashes of sign-ins their turn. */
    passwordTurns: createClerkTurns({ atOnce: 1, waiting: 50 }),
    isStarting: parts.isStarting ?? (() => false),
    isStopping,
    build: parts.build ?? 'unknown',
    metrics: parts.metrics ?? createMetrics({ build: parts.build ?? 'unknown' }),
  };
}
