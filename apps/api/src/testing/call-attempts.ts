import type { Endpoint, Scan } from '@scantix/api-contract';
import * as contract from '@scantix/api-contract';
import * as snapshot from '@scantix/api-contract/snapshot';
import type { Clock } from '../system/clock.ts';
import { createTestDevice } from './create-test-device.ts';
import { type SignedIn, TEST_DEVICE, type TestServer } from './start-test-server.ts';
import { TEST_PASSWORD } from './test-domains.ts';

/** Whose checkpoint, scan, conflict and ticket a call names. */
export const TARGETS = ['own', 'elsewhere', 'foreign'] as const;
/**
 * One of the targets: at a checkpoint of the workgroup, of another workgroup, of another domain. `claimed`: at the own
 * checkpoint, in the name of the clerk who made the scan.
 */
export type Target = (typeof TARGETS)[number] | 'claimed';

/** The things of a target that calls name. */
export interface Things {
  readonly checkpointId: string;
  readonly barcode: string;
  readonly scanId: string;
  readonly conflictId: string;
  /** The domain of all of it. */
  readonly domainId: string;
  /** The login name that a scan or undo claims. @default that of the caller */
  readonly claimedBy?: string;
}

/** The server that is tried: in this process or in another one. */
export type TriedServer = Pick<TestServer, 'url' | 'db' | 'north' | 'south' | 'newId' | 'signIn' | 'operatorFetch'> & {
  readonly clock: Clock;
};

/** The caller of an attempt. */
export interface Caller {
  /** `undefined`: no session. */
  readonly token?: string | undefined;
  readonly login: string;
  /** Whether the operator calls, without a network. @default false */
  readonly isOperator?: boolean;
}

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Makes a call. Resolves with the status of its refusal, or else with what `read` finds in the answer. */
export type Send = (endpoint: Endpoint, input?: Input, read?: (answer: Answered) => string) => Promise<string>;

interface Answered {
  readonly text: string;
  readonly json: () => Record<string, unknown>;
}

/** The calls of one caller. */
export function sender({ url, operatorFetch }: TriedServer, { token, isOperator = false }: Caller): Send {
  const fetch = isOperator ? operatorFetch : globalThis.fetch;
  return async ({ method, path, response }, { params = {}, query = {}, body } = {}, read = () => 'yes') => {
    const address = new URL(
      path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? ''),
      url,
    );
    address.search = new URLSearchParams(query).toString();
    const answer = await fetch(address, {
      method,
      headers: {
        'Scantix-Wire': '2',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (response === contract.watchReports.response && answer.ok) {
      await answer.body?.cancel();
      return 'yes';
    }
    const text = await answer.text();
    return answer.ok ? read({ text, json: () => JSON.parse(text) }) : String(answer.status);
  };
}

/** Lets a visitor in whose ticket is blocked, at the checkpoint of a target: a scan and a conflict. */
export async function makeThings(
  by: SignedIn,
  { domainId, checkpointId, barcode, id }: Pick<Things, 'domainId' | 'checkpointId' | 'barcode'> & { id: string },
): Promise<Things> {
  const device_verdict = {
    ...{ outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry' },
    decided_at: by.scan().claimed_at,
  } as Scan['device_verdict'];
  const [result] = await by.post({ id, barcode, checkpoint_id: checkpointId, device_verdict });
  const things = { checkpointId, barcode, scanId: id, conflictId: result?.conflict?.id ?? '' };
  return { ...things, domainId };
}

/** What an attempt needs beside the caller. */
export interface AttemptParts {
  readonly server: TriedServer;
  readonly caller: Caller;
  readonly send: Send;
  /** The things of the target. */
  readonly things: Things;
  /** New things of the target, for a call that uses them up. */
  readonly fresh: () => Promise<Things>;
}

/** A fresh session of the caller, for the calls that end or renew one. */
const openSession = ({ server, caller }: AttemptParts) => server.signIn(caller.login, { deviceId: 'one-more-device' });

const seen = (isSeen: boolean) => (isSeen ? 'yes' : 'nothing');
const listed = ({ json }: Answered) => seen((json().items as unknown[]).length > 0);

function period({ server, things }: AttemptParts, more: Record<string, string> = {}) {
  const at = (ms: number) => new Date(server.clock.now() + ms).toISOString();
  return { query: { from: at(-3_600_000), to: at(3_600_000), checkpoint_id: things.checkpointId, ...more } };
}

/**
 * One attempt of a call. `names`: whether the call names things of a domain. `claims`: whether it also names the clerk who
 * did what it tells.
 */
export interface Attempt {
  readonly names: boolean;
  readonly claims?: true;
  try(parts: AttemptParts): Promise<string>;
}

/** One attempt of every call of the app, by its name. */
export const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  login: {
    names: false,
    try: ({ send, caller }) =>
      send(contract.login, {
        body: { clerk: caller.login, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE },
      }),
  },
  refresh: {
    names: false,
    async try(parts) {
      const { tokens } = await openSession(parts);
      return parts.send(contract.refresh, { body: { refresh_token: tokens.refresh_token } });
    },
  },
  logout: {
    names: false,
    async try(parts) {
      if (!parts.caller.token) return parts.send(contract.logout);
      const { tokens } = await openSession(parts);
      return sender(parts.server, { ...parts.caller, token: tokens.access_token })(contract.logout);
    },
  },
  reportWipe: {
    names: false,
    // Nobody knows an order but the device that it is for.
    try: ({ server, send }) => send(contract.reportWipe, { params: { order: server.newId() }, body: { kept: 0 } }),
  },
  // The clerk's real password stays as it is.
  changePassword: {
    names: false,
    try: ({ send, caller }) =>
      send(
        contract.changePassword,
        { body: { clerk: caller.login, password: TEST_PASSWORD, new_password: 'short', device_id: 'matrix' } },
        ({ json }) => String(json().status),
      ),
  },
  getSigningKeys: { names: false, try: ({ send }) => send(contract.getSigningKeys) },
  registerDeviceKey: {
    names: false,
    async try(parts) {
      if (!parts.caller.token) return parts.send(contract.registerDeviceKey);
      const { tokens } = await openSession(parts);
      const { key, prove } = await createTestDevice(parts.server.clock);
      const proof = await prove(contract.registerDeviceKey.path, tokens.access_token);
      const send = sender(parts.server, { ...parts.caller, token: tokens.access_token });
      return send(contract.registerDeviceKey, { body: { key, proof } });
    },
  },
  deliverRevocations: {
    names: false,
    try: ({ send }) => send(contract.deliverRevocations, { body: { handles: ['unknown'] } }),
  },
  getScannerConfig: { names: false, try: ({ send }) => send(contract.getScannerConfig) },
  postScans: {
    names: true,
    claims: true,
    try({ server, send, caller, things }) {
      const scan = {
        ...{ id: server.newId(), barcode: things.barcode, symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
        ...{ checkpoint_id: things.checkpointId, claimed_at: new Date(server.clock.now()).toISOString() },
        ...{ device_id: 'matrix', claimed_by: things.claimedBy ?? caller.login },
      };
      return send(contract.postScans, { body: { scans: [scan] } }, ({ json }) => {
        const [result] = json().results as { status: string; verdict?: { reason: string; ticket?: object } }[];
        if (result?.status !== 'recorded') return String(result?.status);
        if (result.verdict?.reason === 'not_permitted') return 'marked';
        return result.verdict?.ticket ? 'yes' : 'no ticket';
      });
    },
  },
  undoScan: {
    names: true,
    claims: true,
    async try({ server, send, caller, fresh }) {
      const { scanId, claimedBy = caller.login } = await fresh();
      const claimed_at = new Date(server.clock.now()).toISOString();
      const body = { id: server.newId(), device_id: 'matrix', claimed_at, claimed_by: claimedBy };
      return send(contract.undoScan, { params: { id: scanId }, body }, ({ json }) =>
        json().status === 'recorded' ? 'yes' : String(json().status),
      );
    },
  },
  listScans: {
    names: true,
    try: ({ send, things: { barcode: search, scanId } }) =>
      send(contract.listScans, { body: { search } }, ({ text }) => seen(text.includes(scanId))),
  },
  countScans: {
    names: true,
    try: ({ send, things: { barcode: search } }) =>
      send(contract.countScans, { body: { search } }, ({ json }) => seen(Number(json().all) > 0)),
  },
  listConflicts: {
    names: true,
    try: ({ send, things }) => send(contract.listConflicts, {}, ({ text }) => seen(text.includes(things.conflictId))),
  },
  acknowledgeConflict: {
    names: true,
    try: async ({ send, fresh }) => send(contract.acknowledgeConflict, { params: { id: (await fresh()).conflictId } }),
  },
  lookupTicket: {
    names: true,
    try: ({ send, things }) =>
      send(contract.lookupTicket, { body: { barcode: things.barcode, checkpoint_id: things.checkpointId } }),
  },
  searchTickets: {
    names: true,
    try: ({ send, things }) => send(contract.searchTickets, { body: { query: things.barcode } }, listed),
  },
  importTickets: {
    names: false,
    try: ({ send }) => send(contract.importTickets, { body: 'barcode\nIMPORTED-BY-THE-MATRIX\n' }),
  },
  getReportSummary: {
    names: true,
    try: (parts) => parts.send(contract.getReportSummary, period(parts), ({ json }) => seen(Number(json().scans) > 0)),
  },
  getGates: {
    names: false,
    try: ({ send }) => send(contract.getGates, {}, ({ json }) => seen((json().gates as unknown[]).length > 0)),
  },
  getReportTimeline: {
    names: true,
    try: (parts) =>
      parts.send(contract.getReportTimeline, period(parts, { step_ms: '900000' }), ({ json }) =>
        seen((json().points as { scans: number }[]).some(({ scans }) => scans > 0)),
      ),
  },
  getReportBreakdown: {
    names: true,
    try: (parts) =>
      parts.send(contract.getReportBreakdown, period(parts, { by: 'device' }), ({ json }) =>
        seen((json().groups as unknown[]).length > 0),
      ),
  },
  exportScansAsCsv: {
    names: true,
    try: ({ send, things }) => send(contract.exportScansAsCsv, {}, ({ text }) => seen(text.includes(things.scanId))),
  },
  exportScansAsJson: {
    names: true,
    try: ({ send, things }) => send(contract.exportScansAsJson, {}, ({ text }) => seen(text.includes(things.scanId))),
  },
  watchReports: { names: false, try: ({ send }) => send(contract.watchReports) },
  getSnapshot: {
    names: true,
    try: ({ send, things }) => send(snapshot.getSnapshot, { query: { checkpoint: things.checkpointId } }),
  },
  getSnapshotSegment: {
    names: true,
    try: ({ send, things }) =>
      send(snapshot.getSnapshotSegment, {
        params: { sha256: 'a'.repeat(64) },
        query: { checkpoint: things.checkpointId },
      }),
  },
};
