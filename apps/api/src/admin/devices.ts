import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { endSessions, listSessions } from '../auth/list-sessions.ts';
import { listDevices, nameDevice } from '../devices/administer-devices.ts';
import { cancelWipe, orderWipe, type WipeParts } from '../devices/wipes.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementDomainCall } from './implement-admin-call.ts';

/** Mounts the calls on devices and sessions. */
export function mountDevicesAndSessions(app: Hono<AppEnv>, parts: AdminCallParts & WipeParts): void {
  implementDomainCall(app, contract.listDevices, parts, ({ domain, query }) => listDevices(parts.db, domain.id, query));
  implementDomainCall(app, contract.nameDevice, parts, ({ domain, params, body, ...by }) =>
    nameDevice(parts, { domainId: domain.id, deviceId: params.device, name: body.name }, by),
  );
  implementDomainCall(app, contract.wipeDevice, parts, ({ domain, params, ...by }) =>
    orderWipe(parts, { domainId: domain.id, deviceId: params.device }, by),
  );
  implementDomainCall(app, contract.cancelDeviceWipe, parts, ({ domain, params, ...by }) =>
    cancelWipe(parts, { domainId: domain.id, deviceId: params.device }, by),
  );
  implementDomainCall(app, contract.listSessions, parts, ({ domain, query }) => listSessions(parts, domain.id, query));
  implementDomainCall(app, contract.revokeSessions, parts, async ({ domain, body, ...by }) => ({
    revoked: await endSessions(parts, { domainId: domain.id, filter: body }, by),
  }));
}
