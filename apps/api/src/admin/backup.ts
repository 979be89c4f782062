import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { recordAudit } from '../audit/record-audit.ts';
import { backUp } from '../backup/back-up.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementOperatorCall } from './implement-admin-call.ts';

/** Mounts the backup of the embedded database. `embeddedIn`: its data folder. */
export function mountBackup(
  app: Hono<AppEnv>,
  parts: AdminCallParts & { readonly embeddedIn?: string | undefined },
): void {
  const { db, embeddedIn } = parts;
  let running = false;
  implementOperatorCall(app, contract.makeBackup, parts, async ({ body, actor, address }) => {
    if (!embeddedIn)
      throw new ApiError('conflict', 'A PostgreSQL server is backed up by its own means, such as pg_dump');
    if (running) throw new ApiError('conflict', 'A backup runs already');
    running = true;
    try {
      const report = await backUp(db, embeddedIn, body.folder);
      const { folder, ...detail } = report;
      await recordAudit(db, { action: 'backup.made', domainId: null, actor, address, detail });
      return report;
    } finally {
      running = false;
    }
  });
}
