import * as admin from '@scantix/api-contract/admin';
import type { Attempt, AttemptParts } from './call-attempts.ts';
import { TEST_DEVICE } from './start-test-server.ts';
import { WEBHOOK_ATTEMPTS } from './webhook-attempts.ts';

const within = ({ things }: AttemptParts) => ({ domain: things.domainId });
/** A name that nothing has yet. */
const newName = ({ server }: AttemptParts) => `N ${server.newId()}`;

/** Makes a thing of the target's domain, as the operator, for a call that changes or takes it. */
async function make(parts: AttemptParts, endpoint: Parameters<AttemptParts['send']>[0], body: object): Promise<string> {
  const address = `http://admin.invalid${endpoint.path.replace('{domain}', parts.things.domainId)}`;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await parts.server.operatorFetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body }),
  });
  const made = await answer.json();
  return made.id ?? made.clerk.id;
}

const makeWorkgroup = (parts: AttemptParts) => make(parts, admin.createWorkgroup, { name: newName(parts) });
const makeCheckpoint = (parts: AttemptParts) => make(parts, admin.createCheckpoint, { name: newName(parts) });

/** A workgroup and a clerk of each domain, made once: a password takes long to hash. */
const kept = new Map<string, Promise<{ workgroup: string; clerk: string }>>();
function keep(parts: AttemptParts) {
  const { domainId } = parts.things;
  const made = kept.get(domainId) ?? makeBoth(parts);
  kept.set(domainId, made);
  return made;
}
async function makeBoth(parts: AttemptParts) {
  const workgroup = await makeWorkgroup(parts);
  return { workgroup, clerk: await make(parts, admin.createClerk, { login: newName(parts), workgroup }) };
}

/**
 * One attempt of every call of the administration, by its name. `names`: whether the call belongs to a domain. None takes
 * away what the others need.
 */
export const ADMIN_ATTEMPTS: Readonly<Record<string, Attempt>> = {
  listDomains: { names: false, try: ({ send }) => send(admin.listDomains) },
  createDomain: {
    names: false,
    try: (parts) => parts.send(admin.createDomain, { body: { name: newName(parts) } }),
  },
  importDomainTickets: {
    names: true,
    try: ({ send, things }) =>
      send(admin.importDomainTickets, {
        params: { domain: things.domainId },
        body: 'barcode\nIMPORTED-BY-THE-OPERATOR\n',
      }),
  },
  exportTickets: {
    names: true,
    try: ({ send, things }) =>
      send(admin.exportTickets, { params: { domain: things.domainId }, query: { format: 'ndjson' } }),
  },
  listTickets: {
    names: true,
    try: ({ send, things }) => send(admin.listTickets, { params: { domain: things.domainId }, body: {} }),
  },
  showTicket: {
    names: true,
    try: ({ send, things }) =>
      send(admin.showTicket, { params: { domain: things.domainId }, body: { barcode: things.barcode } }),
  },
  cancelTickets: {
    names: true,
    try: ({ send, things }) =>
      send(admin.cancelTickets, { params: { domain: things.domainId }, body: { barcodes: [things.barcode] } }),
  },
  eraseHolder: {
    names: true,
    try: ({ send, things }) =>
      send(admin.eraseHolder, { params: { domain: things.domainId }, body: { holder: 'Nobody at all' } }),
  },
  // The test's domains have clerks.
  setUp: {
    names: false,
    async try(parts) {
      const answer = await parts.send(admin.setUp, { body: { domain: newName(parts), login: newName(parts) } });
      return answer === '409' ? 'yes' : answer;
    },
  },
  changeDomain: { names: true, try: (parts) => parts.send(admin.changeDomain, { params: within(parts), body: {} }) },
  listAudit: { names: true, try: (parts) => parts.send(admin.listAudit, { params: within(parts) }) },
  listWholeAudit: { names: false, try: ({ send }) => send(admin.listWholeAudit) },
  examine: { names: false, try: ({ send }) => send(admin.examine) },
  // The test's database is in memory.
  makeBackup: {
    names: false,
    async try({ send }) {
      const answer = await send(admin.makeBackup, { body: { folder: '/nowhere' } });
      return answer === '409' ? 'yes' : answer;
    },
  },
  listWorkgroups: { names: true, try: (parts) => parts.send(admin.listWorkgroups, { params: within(parts) }) },
  createWorkgroup: {
    names: true,
    try: (parts) => parts.send(admin.createWorkgroup, { params: within(parts), body: { name: newName(parts) } }),
  },
  changeWorkgroup: {
    names: true,
    async try(parts) {
      const params = { ...within(parts), workgroup: await makeWorkgroup(parts) };
      return parts.send(admin.changeWorkgroup, { params, body: { rights: ['scan', 'supervise', 'manage'] } });
    },
  },
  deleteWorkgroup: {
    names: true,
    async try(parts) {
      return parts.send(admin.deleteWorkgroup, {
        params: { ...within(parts), workgroup: await makeWorkgroup(parts) },
      });
    },
  },
  listCheckpoints: { names: true, try: (parts) => parts.send(admin.listCheckpoints, { params: within(parts) }) },
  createCheckpoint: {
    names: true,
    try: (parts) => parts.send(admin.createCheckpoint, { params: within(parts), body: { name: newName(parts) } }),
  },
  changeCheckpoint: {
    names: true,
    async try(parts) {
      const params = { ...within(parts), checkpoint: await makeCheckpoint(parts) };
      return parts.send(admin.changeCheckpoint, { params, body: { closed: true } });
    },
  },
  listClerks: { names: true, try: (parts) => parts.send(admin.listClerks, { params: within(parts) }) },
  createClerk: {
    names: true,
    async try(parts) {
      const { workgroup } = await keep(parts);
      return parts.send(admin.createClerk, { params: within(parts), body: { login: newName(parts), workgroup } });
    },
  },
  changeClerk: {
    names: true,
    async try(parts) {
      const params = { ...within(parts), clerk: (await keep(parts)).clerk };
      return parts.send(admin.changeClerk, { params, body: { disabled: true } });
    },
  },
  resetPassword: {
    names: true,
    async try(parts) {
      return parts.send(admin.resetPassword, {
        params: { ...within(parts), clerk: (await keep(parts)).clerk },
        body: {},
      });
    },
  },
  signOutClerk: {
    names: true,
    async try(parts) {
      return parts.send(admin.signOutClerk, { params: { ...within(parts), clerk: (await keep(parts)).clerk } });
    },
  },
  listDevices: {
    names: true,
    try: ({ send, things }) => send(admin.listDevices, { params: { domain: things.domainId } }),
  },
  nameDevice: {
    names: true,
    try: ({ send, things }) => send(admin.nameDevice, { params: deviceOf(things), body: { name: 'Gate phone' } }),
  },
  wipeDevice: {
    names: true,
    try: ({ send, things }) => send(admin.wipeDevice, { params: deviceOf(things) }),
  },
  cancelDeviceWipe: {
    names: true,
    async try({ send, things }) {
      await send(admin.wipeDevice, { params: deviceOf(things) });
      return send(admin.cancelDeviceWipe, { params: deviceOf(things) });
    },
  },
  listSessions: {
    names: true,
    try: ({ send, things }) => send(admin.listSessions, { params: { domain: things.domainId } }),
  },
  revokeSessions: {
    names: true,
    // Of a device that nobody has: the other attempts need theirs.
    try: ({ send, things }) =>
      send(admin.revokeSessions, { params: { domain: things.domainId }, body: { device: 'nobody has this' } }),
  },
  listKeys: { names: false, try: ({ send }) => send(admin.listKeys) },
  rotateKeys: { names: false, try: ({ send }) => send(admin.rotateKeys, { body: { at_once: true } }) },
  retireKey: {
    names: false,
    // The next one: the sessions of the other attempts go on.
    async try({ send, server }) {
      const next = server.db.selectFrom('signing_keys').select('kid').where('state', '=', 'next');
      return send(admin.retireKey, { params: await next.executeTakeFirstOrThrow() });
    },
  },
  rotateSnapshotKey: {
    names: true,
    try: (parts) => parts.send(admin.rotateSnapshotKey, { params: within(parts) }),
  },
  ...WEBHOOK_ATTEMPTS,
};

/** The device on which the clerks of the test sign in. */
const deviceOf = ({ domainId }: { readonly domainId: string }) => ({ domain: domainId, device: TEST_DEVICE.device_id });
