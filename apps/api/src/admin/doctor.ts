import { examine } from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { checkDataDir } from '../doctor/check-data-dir.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { Clock } from '../system/clock.ts';
import { type AdminCallParts, implementOperatorCall } from './implement-admin-call.ts';

/** Mounts the examination of an installation. `embeddedIn`: the data folder of its database. */
export function mountDoctor(
  app: Hono<AppEnv>,
  parts: AdminCallParts & { readonly clock: Clock; readonly embeddedIn?: string | undefined },
): void {
  const { embeddedIn: dataDir } = parts;
  implementOperatorCall(app, examine, parts, async () => ({
    findings: [...(await checkDatabase(parts)), ...(dataDir ? await checkDataDir({ ...parts, dataDir }) : [])],
  }));
}
