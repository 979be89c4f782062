import { contractInputs } from '../../src/testing/hostile/contract-inputs.ts';
import { handInputs } from '../../src/testing/hostile/hand-inputs.ts';
import type { Finding, HostileInput } from '../../src/testing/hostile/hostile-input.ts';
import { thingsOf } from '../../src/testing/hostile/hostile-things.ts';
import { secretsOf } from '../../src/testing/hostile/plant-secrets.ts';
import { type SendReport, sendInputs } from '../../src/testing/hostile/send-inputs.ts';
import { startVictim, triedServer, type Victim, type World } from '../../src/testing/hostile/start-victim.ts';
import { breachesOf, COLUMNS, tryEverything } from '../../src/testing/try-everything.ts';
import { flood } from './floods.ts';
import { readLevel, type Watched, watchProcess } from './watch-process.ts';

/** What is sent to a server. */
export interface AttackOptions {
  /** Of how many hostile values of a field one is tried. */
  readonly valuesOneOf: number;
  /** Of how many inputs one is sent; 0 for none. */
  readonly inputsOneOf: number;
  readonly floods: boolean;
  /** Whether every call is made with every right. */
  readonly rights: boolean;
  readonly say: (text: string) => void;
}

/** What came of it. */
export interface Seen extends Watched {
  readonly kind: World['kind'];
  readonly inputs: number;
  /** Calls and subjects. */
  readonly groups: number;
  readonly putOff: number;
  readonly findings: readonly Finding[];
  /** Memory after the start, in megabytes. */
  readonly levelMb: number;
  readonly log: string;
  /** How many words of the other domain the log has. */
  readonly told: number;
  /** Lines of the audit log that the floods left, where this process may read the database. */
  readonly audited: number | undefined;
  /** Whether the other domain still works. */
  readonly letsIn: boolean;
  /** How many calls were made with every right, and which of them let in who must not. */
  readonly rights: { readonly calls: number; readonly breaches: readonly string[] } | undefined;
}

/** Starts a server, sends everything to it and watches it. */
export async function attack(
  world: World,
  { valuesOneOf, inputsOneOf, floods, rights, say }: AttackOptions,
): Promise<Seen> {
  const { kind, south } = world;
  say(`${kind}: starting`);
  const victim = await startVictim(world);
  try {
    const things = { ...(await thingsOf(victim)), oneOf: valuesOneOf };
    const levelMb = await readLevel(victim.process.pid);
    const watching = watchProcess(victim.url, victim.process.pid);
    const all = inputsOneOf === 0 ? [] : [...handInputs(things), ...contractInputs(things)];
    const inputs = all.filter((_, index) => index % inputsOneOf === 0);
    const { sent, findings, putOff } = await sendTo(victim, inputs, say);
    const before = await countAudit(victim);
    const ofFloods = floods ? await flood(victim, say) : [];
    const after = floods ? await countAudit(victim) : undefined;
    const letsIn = await admits(victim).catch(() => false);
    const ofRights = rights ? await tryRights(victim) : undefined;
    const watched = await watching.stop();
    const log = victim.process.logged();
    return {
      ...{ ...watched, kind, groups: sent.size, putOff, levelMb, log, letsIn, rights: ofRights },
      audited: before === undefined || after === undefined ? undefined : after - before,
      inputs: [...sent.values()].reduce((sum, count) => sum + count, 0),
      findings: [...findings, ...ofFloods],
      told: secretsOf(south)
        .slice(0, 2)
        .filter((secret) => log.includes(secret)).length,
    };
  } finally {
    await victim.process.stop();
  }
}

/** Sends inputs to a server. */
export function sendTo(
  victim: Victim,
  inputs: readonly HostileInput[],
  say: (text: string) => void,
): Promise<SendReport> {
  const target = {
    ...{ url: victim.url, operatorSocket: victim.operatorSocket, secrets: secretsOf(victim.south) },
    signIn: async () => (await victim.signIn()).tokens.access_token,
  };
  const onProgress = (count: number) => say(`${victim.kind}: ${count} of ${inputs.length}`);
  return sendInputs(target, inputs, { onProgress });
}

/** Makes every call with every right, where this process may use the database. */
export async function tryRights(victim: Victim, columns = COLUMNS): Promise<Seen['rights']> {
  const server = triedServer(victim);
  if (!server) return undefined;
  const rows = await tryEverything(server, columns);
  return { calls: rows.length * columns.length, breaches: breachesOf(rows, columns) };
}

async function countAudit({ db }: Victim): Promise<number | undefined> {
  const counted = await db
    ?.selectFrom('audit_events')
    .select(({ fn }) => fn.countAll().as('lines'))
    .executeTakeFirst();
  return counted && Number(counted.lines);
}

/** Whether a clerk of the other domain, which no input could touch, still signs in and admits. */
async function admits({ signIn, south, newId }: Victim): Promise<boolean> {
  const clerk = await signIn(south.clerk.login);
  const [result] = await clerk.post({ id: newId(), barcode: 'FOREIGN-TICKET-1' });
  // The ticket has a note.
  return result?.verdict?.outcome === 'attention';
}
