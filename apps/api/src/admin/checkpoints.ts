import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import {
  type CheckpointsParts,
  changeCheckpoint,
  createCheckpoint,
  listCheckpoints,
} from '../checkpoints/administer-checkpoints.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementDomainCall } from './implement-admin-call.ts';

/** Mounts the calls on checkpoints. */
export function mountCheckpoints(app: Hono<AppEnv>, parts: AdminCallParts & CheckpointsParts): void {
  implementDomainCall(app, contract.listCheckpoints, parts, async ({ domain }) => ({
    items: await listCheckpoints(parts.db, domain.id),
  }));
  implementDomainCall(app, contract.createCheckpoint, parts, ({ body, ...within }) =>
    createCheckpoint(parts, body, within),
  );
  implementDomainCall(app, contract.changeCheckpoint, parts, ({ params, body, ...within }) =>
    changeCheckpoint(parts, params.checkpoint, body, within),
  );
}
