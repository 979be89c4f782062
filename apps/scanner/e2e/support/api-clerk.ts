import {
  type ApiOutcome,
  createApiClient,
  type ImportRow,
  importTickets,
  listScans,
  login,
  type ScanRecord,
} from '@scantix/api-contract';
import { DEMO_CLERK } from './clerk.ts';

/** Somebody of the demo data who may sign in. */
export type Credentials = Pick<typeof DEMO_CLERK, 'username' | 'password'>;

/** A clerk who speaks with the server itself, beside the browser. */
export interface ApiClerk {
  /** The records of their domain whose barcode contains a text, the newest first. */
  records(search: string): Promise<readonly ScanRecord[]>;
  /** Tickets of their domain, every one of them new. */
  importTickets(rows: readonly ImportRow[]): Promise<void>;
}

export async function signInByApi(origin: string, credentials: Credentials = DEMO_CLERK): Promise<ApiClerk> {
  const { tokens } = await logIn(origin, credentials, 'e2e-observer');
  const headers = { Authorization: `Bearer ${tokens.access_token}` };
  const api = createApiClient({ baseUrl: origin });
  return {
    async records(search) {
      const records: ScanRecord[] = [];
      let cursor: string | undefined;
      do {
        const query = { search, limit: '200', ...(cursor && { cursor }) } as const;
        const page = expectValue(await api.call(listScans, { query, headers }));
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
  };
}

/** A sign-in over the API alone. */
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

function expectValue<Value>(outcome: ApiOutcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Error(`The API refused: ${JSON.stringify(outcome.failure)}`);
}
