import { HEADERS, login, logout, refresh } from '@scantix/api-contract';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Specification section 7: other servers answer these calls too. Only a refused refresh carries an order to wipe. */
const FOREIGN = new Set([login, refresh, logout].map(({ path }) => path));

/**
 * Says to a signed-in clerk's device which build answers, from which database, what it has of the device, and whether the
 * device is to wipe itself.
 */
export function answerHeaders(build: string): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next();
    const clerk = context.get('clerk');
    const { headers } = context.res;
    // What a browser may keep would later tell of a database of the past.
    const isKept = /immutable|max-age=[1-9]/.test(headers.get('Cache-Control') ?? '');
    const wipeOrder = context.get('wipeOrder');
    if (isKept || (FOREIGN.has(context.req.path) && (clerk || !wipeOrder))) return;
    // Also with the refusal of a session that has been ended: it may be a lost phone's. A device obeys nobody without a build.
    if (wipeOrder) headers.set(HEADERS.wipe, wipeOrder);
    if (wipeOrder || clerk) headers.set(HEADERS.serverBuild, build);
    if (!clerk) return;
    if (clerk.epoch) headers.set(HEADERS.epoch, clerk.epoch);
    headers.set(HEADERS.receipt, String(clerk.receipt));
  };
}
