import { type ApiClient, createApiClient, getScannerConfig, login } from '@scantix/api-contract';
import type { Queryable } from '../../../scripts/bench/database.ts';
import { withToken } from './with-token.ts';

/** The password of every clerk of the demo data, which creates the domain. */
export const PASSWORD = 'scantix-demo';
const DOMAIN = 'Harbour Lights';
const CLERKS = ['m.okafor', 'j.brandt', 's.qureshi'] as const;

/** A signed-in clerk of a device. */
export interface SignedIn {
  readonly domain: string;
  readonly clerk: string;
  readonly token: string;
  readonly checkpointId: string;
}

/** Signs in all clerks of the benchmark, each at a checkpoint. */
export async function signIn(origin: string, database: Queryable): Promise<SignedIn[]> {
  const api = createApiClient({ baseUrl: origin });
  const checkpoints = await database.query<{ id: string }>(
    'select c.id from checkpoints c join domains d on d.id = c.domain_id where d.name = $1 order by c.position',
    [DOMAIN],
  );
  return Promise.all(
    CLERKS.map(async (clerk, index) => {
      const checkpointId = checkpoints[index % checkpoints.length]?.id ?? '';
      return { ...(await signInDevice(api, clerk, 'bench')), checkpointId };
    }),
  );
}

/** More sign-ins at once are refused by a process that computes their hashes. */
const SIGN_INS_AT_ONCE = 32;

/** Signs in a number of devices of one domain: a session each. */
export async function signInDevices(origin: string, count: number): Promise<SignedIn[]> {
  const api = createApiClient({ baseUrl: origin });
  const signedIn: SignedIn[] = [];
  while (signedIn.length < count) {
    const next = Math.min(SIGN_INS_AT_ONCE, count - signedIn.length);
    const before = signedIn.length;
    signedIn.push(
      ...(await Promise.all(Array.from({ length: next }, (_, at) => signInAtGate(api, origin, before + at)))),
    );
  }
  return signedIn;
}

async function signInAtGate(api: ApiClient, origin: string, index: number): Promise<SignedIn> {
  const clerk = CLERKS[index % 2] ?? CLERKS[0];
  const user = await signInDevice(api, clerk, `bench-${index}`);
  const config = await createApiClient({ baseUrl: origin, fetch: withToken(user.token) }).call(getScannerConfig, {});
  if (!config.ok) throw new Error(`No configuration: ${JSON.stringify(config.failure)}`);
  const { checkpoints } = config.value;
  return { ...user, checkpointId: checkpoints[index % checkpoints.length]?.id ?? '' };
}

async function signInDevice(api: ApiClient, clerk: string, device_id: string): Promise<Omit<SignedIn, 'checkpointId'>> {
  const outcome = await api.call(login, {
    body: { clerk, password: PASSWORD, remember_me: true, device_id, device_info: DEVICE_INFO },
  });
  if (!outcome.ok) throw new Error(`The bench could not sign in: ${JSON.stringify(outcome.failure)}`);
  const { tokens, user } = outcome.value;
  return { domain: user.domain, clerk, token: tokens.access_token };
}

/** A number of tickets of one kind. */
export interface TicketKind {
  readonly prefix: string;
  readonly count: number;
  readonly entries: number;
  /** @default Harbour Lights */
  readonly domain?: string;
}

/** Replaces all tickets of the domain; the nth of a kind has the code `{prefix}-{n}`. */
export async function replaceTickets(database: Queryable, kinds: readonly TicketKind[]): Promise<void> {
  // Not by `truncate`: triggers on the rows update the data beside the tickets.
  for (const table of ['scans', 'tickets']) await database.query(`delete from ${table}`);
  for (const kind of kinds) await addTickets(database, kind);
}

/** Adds tickets; the nth has the code `{prefix}-{n}`. */
export async function addTickets(
  database: Queryable,
  { prefix, count, entries, domain = DOMAIN }: TicketKind,
): Promise<void> {
  await database.query(
    `insert into tickets
       (id, domain_id, barcode, status, holder, type, order_name, works_at, entries_allowed, updated_at, search_text)
     select gen_random_uuid(), d.id, convert_to($2 || '-' || n, 'UTF8'), 'valid', 'Visitor ' || n, 'Day ticket',
       'R-' || (100000 + n / 2), '{}', $4, now(), ''
     from generate_series(0, $3::integer - 1) n, domains d where d.name = $1`,
    [domain, prefix, count, entries],
  );
}

/** Changes one in `every` tickets of a prefix; resolves to their number. */
export async function touchTickets(
  database: Queryable,
  { prefix, every }: { prefix: string; every: number },
): Promise<number> {
  const touched = await database.query(
    `update tickets set holder = holder || ' (changed)'
     where convert_from(barcode, 'UTF8') like $1 and right(convert_from(barcode, 'UTF8'), $2) = $3 returning id`,
    [`${prefix}-%`, String(every).length - 1, '7'.padStart(String(every).length - 1, '0')],
  );
  return touched.length;
}

const DEVICE_FIELDS = [
  'deviceType',
  'deviceOS',
  'deviceBrowser',
  'deviceString',
  'deviceCategory',
  'language',
  'screenResolution',
] as const;
type DeviceInfo = Record<(typeof DEVICE_FIELDS)[number], string>;
/** A device that a bench plays. */
export const DEVICE_INFO = Object.fromEntries(DEVICE_FIELDS.map((field) => [field, 'bench'])) as DeviceInfo;
