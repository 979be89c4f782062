import {
  type ApiOutcome,
  acknowledgeConflict,
  createApiClient,
  getScannerConfig,
  type ImportRow,
  importTickets,
  listConflicts,
  listScans,
  login,
  postScans,
  type ScanRecord,
  type ScanResult,
} from '@scantix/api-contract';
import { DEMO_CLERK } from './clerk.ts';

/** A user of the demo data. */
export type Credentials = Pick<typeof DEMO_CLERK, 'username' | 'password'>;

/** A clerk who calls the API directly, without a browser. */
export interface ApiClerk {
  /** The records of the domain whose barcode contains a text, newest first. */
  records(search: string): Promise<readonly ScanRecord[]>;
  /** Imports tickets into the domain. @throws Error when one exists already */
  importTickets(rows: readonly ImportRow[]): Promise<void>;
  /**
   * Scans a QR Code on another device; `at` is in epoch milliseconds.
   * @param checkpoint its name @default the first one
   */
  scan(barcode: string, at: number, checkpoint?: string): Promise<ScanResult>;
  /** Two devices without a network admit the holder of each ticket at one time: a conflict each, and two devices each. */
  scanInConflict(barcodes: readonly string[], at: number): Promise<void>;
  /** The server decides about a code, and hears afterwards that another device had admitted its holder. */
  scanAdmittedLate(barcode: string, at: number): Promise<void>;
  acknowledgeConflicts(): Promise<void>;
}

const DEVICE_ID = 'e2e-observer';

export async function signInByApi(origin: string, credentials: Credentials = DEMO_CLERK): Promise<ApiClerk> {
  const { tokens } = await logIn(origin, credentials, DEVICE_ID);
  const headers = { Authorization: `Bearer ${tokens.access_token}` };
  const api = createApiClient({ baseUrl: origin });
  const scanOf = (barcode: string, at: number) => ({
    ...{ id: uuidv7(at), barcode, symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
    ...{ claimed_at: new Date(at).toISOString(), claimed_by: credentials.username },
  });
  const acceptedAt = (at: number) => ({
    ...{ outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry' },
    decided_at: new Date(at).toISOString(),
  });
  return {
    async records(search) {
      const records: ScanRecord[] = [];
      let cursor: string | undefined;
      do {
        const query = { search, limit: '200', ...(cursor && { cursor }) } as const;
        const answer = await api.call(listScans, { body: query, headers });
        const page = isUnknown(answer) ? await listByQuery(origin, query, headers) : expectValue(answer);
        records.push(...page.items.filter(({ barcode }) => barcode.includes(search)));
        cursor = page.next_cursor;
      } while (cursor);
      return records;
    },
    async importTickets(rows) {
      const response = await fetch(origin + importTickets.path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
        body: rows.map((row) => JSON.stringify(row)).join('\n'),
      });
      const report = importTickets.response.parse(await response.json());
      if (report.created !== rows.length) throw new Error(`Not every ticket is new: ${JSON.stringify(report)}`);
    },
    async scan(barcode, at, checkpoint) {
      const { checkpoints } = expectValue(await api.call(getScannerConfig, { headers }));
      const scan = {
        ...scanOf(barcode, at),
        checkpoint_id: (checkpoints.find(({ name }) => name === checkpoint) ?? checkpoints[0])?.id,
        device_id: DEVICE_ID,
      };
      const { results } = expectValue(await api.call(postScans, { body: { scans: [scan] }, headers }));
      const [result] = results;
      if (result?.status !== 'recorded') throw new Error(`The scan is not recorded: ${JSON.stringify(results)}`);
      return result;
    },
    async scanInConflict(barcodes, at) {
      const { checkpoints } = expectValue(await api.call(getScannerConfig, { headers }));
      for (const barcode of barcodes) {
        const scans = [1, 2].map((number) => ({
          ...scanOf(barcode, at),
          ...{ checkpoint_id: checkpoints[0]?.id, device_id: `${barcode}-${number}`, device_verdict: acceptedAt(at) },
        }));
        expectValue(await api.call(postScans, { body: { scans }, headers }));
      }
    },
    async scanAdmittedLate(barcode, at) {
      const { checkpoints } = expectValue(await api.call(getScannerConfig, { headers }));
      const scan = { ...scanOf(barcode, at), checkpoint_id: checkpoints[0]?.id, device_id: DEVICE_ID };
      for (const told of [scan, { ...scan, device_verdict: acceptedAt(at) }]) {
        expectValue(await api.call(postScans, { body: { scans: [told] }, headers }));
      }
    },
    async acknowledgeConflicts() {
      for (;;) {
        const { items } = expectValue(await api.call(listConflicts, { query: { open: 'true' }, headers }));
        if (items.length === 0) return;
        for (const { id } of items) expectValue(await api.call(acknowledgeConflict, { params: { id }, headers }));
      }
    },
  };
}

/** Signs in over the API, without a browser. */
export async function logIn(origin: string, { username, password }: Credentials, deviceId: string) {
  const answer = await createApiClient({ baseUrl: origin }).call(login, {
    body: {
      clerk: username,
      password,
      remember_me: false,
      device_id: deviceId,
      device_info: {
        deviceType: 'Linux PC',
        deviceOS: 'Linux',
        deviceBrowser: 'Chrome',
        deviceString: 'Linux PC (Chrome)',
        deviceCategory: 'desktop',
        language: 'en-US',
        screenResolution: '390x844',
      },
    },
  });
  return expectValue(answer);
}

/** RFC 9562 section 5.7: 48 bits of time, then random bits. */
function uuidv7(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

function expectValue<Value>(outcome: ApiOutcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`The API refused: ${JSON.stringify(outcome.failure)}`);
}

const isUnknown = (answer: ApiOutcome<unknown>) =>
  !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 404;

/** The list as builds of wire version 2 and before answer it. */
async function listByQuery(origin: string, query: Record<string, string>, headers: Record<string, string>) {
  const answer = await fetch(`${origin}/scantix/v0/scanner/scans?${new URLSearchParams(query)}`, { headers });
  return listScans.response.parse(await answer.json());
}
