import { examine } from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import type { KeyParts } from '../auth/manage-keys.ts';
import { checkConfiguration } from '../doctor/check-configuration.ts';
import { checkDataDir } from '../doctor/check-data-dir.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { checkKeys } from '../doctor/check-keys.ts';
import { checkWebhooks } from '../doctor/check-webhooks.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementOperatorCall } from './implement-admin-call.ts';

/** Mounts the examination of an installation. `embeddedIn`: the data folder of its database; `configurationFile`: the operator's `config.js`. */
export function mountDoctor(
  app: Hono<AppEnv>,
  parts: AdminCallParts & KeyParts & { readonly embeddedIn?: string | undefined; readonly configurationFile?: string },
): void {
  const { embeddedIn: dataDir, configurationFile } = parts;
  implementOperatorCall(app, examine, parts, async () => ({
    findings: [
      ...(await checkDatabase(parts)),
      ...(await checkKeys(parts)),
      ...(await checkWebhooks(parts)),
      ...(configurationFile ? checkConfiguration(configurationFile) : []),
      ...(dataDir ? await checkDataDir({ ...parts, dataDir }) : []),
    ],
  }));
}
