import { barcodeBytes, type Checkpoint, WORKGROUP_RIGHTS } from '@scantix/api-contract';
import type { Insertable } from 'kysely';
import { foldLogin } from '../auth/login-key.ts';
import { searchText } from '../database/search-text.ts';
import type { Database, Tables } from '../database/tables.ts';

export const TEST_PASSWORD = 'correct horse battery staple';

/** Its hash, at the least cost of argon2id: a hash carries its cost, and tests sign in hundreds of times. */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBvZiB0ZXN0cyBhYg$psfB3ZXHFmjGvPQ538sdg7aeUqwbPFnNrHvG9Rm/9x4';

/** A domain for tests. */
export interface TestDomain {
  readonly id: string;
  readonly gates: readonly [Checkpoint, Checkpoint];
  /** A checkpoint that is not of the clerk's workgroup. */
  readonly backstage: Checkpoint;
  readonly clerk: { readonly id: string; readonly login: string };
  readonly colleague: { readonly id: string; readonly login: string };
  /** Gives the colleague's workgroup these rights, at these checkpoints. @default checkpoints: those that it has */
  limitColleague(to: Limits): Promise<void>;
  addTicket(barcode: string, columns?: Partial<Insertable<Tables['tickets']>>): Promise<string>;
}

interface Limits {
  readonly rights: readonly (typeof WORKGROUP_RIGHTS)[number][];
  readonly nameSearch?: boolean;
  readonly checkpoints?: readonly Checkpoint[];
}

/** Adds a domain with three checkpoints, two workgroups and two clerks named after it. */
export async function addTestDomain(
  db: Database,
  {
    name,
    ticketing = 'on',
    passwordHash = TEST_PASSWORD_HASH,
    newId,
    now,
  }: { name: string; ticketing?: 'on' | 'off'; passwordHash?: string; newId: () => string; now: number },
): Promise<TestDomain> {
  const id = newId();
  const created_at = new Date(now);
  await db.insertInto('domains').values({ id, name, ticketing, created_at }).execute();
  const checkpoint = async (label: string, position: number): Promise<Checkpoint> => {
    const made = { id: newId(), name: label };
    await db
      .insertInto('checkpoints')
      .values({ ...made, domain_id: id, position })
      .execute();
    return made;
  };
  const gates = [await checkpoint('Gate 1', 0), await checkpoint('Gate 2', 1)] as const;
  const backstage = await checkpoint('Backstage', 2);
  const workgroup = async (label: string, checkpoints: readonly Checkpoint[]) => {
    const workgroup_id = newId();
    const rights = [...WORKGROUP_RIGHTS];
    await db.insertInto('workgroups').values({ id: workgroup_id, domain_id: id, name: label, rights }).execute();
    await scansAt(workgroup_id, checkpoints);
    return workgroup_id;
  };
  const scansAt = (workgroup_id: string, checkpoints: readonly Checkpoint[]) =>
    db
      .insertInto('workgroup_checkpoints')
      .values(checkpoints.map((each) => ({ domain_id: id, workgroup_id, checkpoint_id: each.id })))
      .execute();
  const clerk = async (login: string, workgroup_id: string) => {
    const made = { id: newId(), login };
    await db
      .insertInto('clerks')
      .values({
        ...made,
        domain_id: id,
        workgroup_id,
        login_key: foldLogin(login),
        user_name: `Clerk ${login}`,
        password_hash: passwordHash,
        disabled_at: null,
        created_at,
      })
      .execute();
    return made;
  };
  const gateTeam = await workgroup('Gate team', gates);
  const backstageTeam = await workgroup('Backstage team', [...gates, backstage]);
  const prefix = name.toLowerCase().replaceAll(' ', '-');
  return {
    id,
    gates,
    backstage,
    clerk: await clerk(`${prefix}.clerk`, gateTeam),
    colleague: await clerk(`${prefix}.colleague`, backstageTeam),
    async limitColleague({ rights, nameSearch: name_search = false, checkpoints }) {
      const changed = { rights: [...rights], name_search };
      await db.updateTable('workgroups').set(changed).where('id', '=', backstageTeam).execute();
      if (!checkpoints) return;
      await db.deleteFrom('workgroup_checkpoints').where('workgroup_id', '=', backstageTeam).execute();
      await scansAt(backstageTeam, checkpoints);
    },
    async addTicket(barcode, columns = {}) {
      const ticketId = newId();
      const { holder = 'Ada Berg', order_name = 'R-1' } = columns;
      await db
        .insertInto('tickets')
        .values({
          id: ticketId,
          domain_id: id,
          barcode: barcodeBytes(barcode),
          status: 'valid',
          holder,
          type: 'Day ticket',
          note: null,
          order_name,
          valid_from: null,
          valid_until: null,
          works_at: [],
          entries_allowed: 1,
          updated_at: created_at,
          search_text: searchText(barcode, holder, order_name),
          ...columns,
        })
        .execute();
      return ticketId;
    },
  };
}
