import * as contract from '@scantix/api-contract';
import type { Hono } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { implementOpenCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { noteWiped } from './wipes.ts';

/** Mounts the call of a device that has wiped itself. */
export function mountDevices(
  app: Hono<AppEnv>,
  parts: { readonly db: Database; readonly clock: Clock; readonly clientAddress: ClientAddress },
): void {
  implementOpenCall(app, contract.reportWipe, async ({ params, body, context }) => {
    await noteWiped(parts, { ...params, ...body, address: parts.clientAddress(context) });
    return { success: true as const };
  });
}
