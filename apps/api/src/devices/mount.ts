import * as contract from '@scantix/api-contract';
import type { Hono } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementOpenCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { noteWiped } from './wipes.ts';

/** Mounts the call of a device that has wiped itself. */
export function mountDevices(app: Hono<AppEnv>, parts: { readonly db: Database; readonly clock: Clock }): void {
  implementOpenCall(app, contract.reportWipe, async ({ params, body }) => {
    await noteWiped(parts, { order: params.order, kept: body.kept });
    return { success: true as const };
  });
}
