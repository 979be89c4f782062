import { contractInputs } from '../../src/testing/hostile/contract-inputs.ts';
import { handInputs } from '../../src/testing/hostile/hand-inputs.ts';
import type { Finding } from '../../src/testing/hostile/hostile-input.ts';
import { thingsOf } from '../../src/testing/hostile/hostile-things.ts';
import { SECRET_WORD, secretsOf } from '../../src/testing/hostile/plant-secrets.ts';
import { sendInputs } from '../../src/testing/hostile/send-inputs.ts';
import { startVictim, type Victim } from '../../src/testing/hostile/start-victim.ts';
import { flood } from './floods.ts';
import { readMemory, type Watched, watchProcess } from './watch-process.ts';

/** What is sent to a server. */
export interface AttackOptions {
  /** Of how many hostile values of a field one is tried. */
  readonly valuesOneOf: number;
  /** Of how many inputs one is sent; 0 for none. */
  readonly inputsOneOf: number;
  readonly floods: boolean;
  /** Faults that the server gets, by their names in `plant-faults.ts`. @default none */
  readonly plant?: readonly string[];
  readonly say: (text: string) => void;
}

/** What came of it. */
export interface Seen extends Watched {
  readonly kind: Victim['kind'];
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
}

/** Starts a server, sends everything to it and watches it. */
export async function attack(
  kind: Victim['kind'],
  { valuesOneOf, inputsOneOf, floods, plant = [], say }: AttackOptions,
): Promise<Seen> {
  say(`${kind}: starting`);
  const victim = await startVictim(kind, plant.length > 0 ? withFaults(plant) : {});
  const things = { ...(await thingsOf(victim)), oneOf: valuesOneOf };
  const levelMb = Math.round(readMemory(victim.process.pid).nowMb);
  const watching = watchProcess(victim.url, victim.process.pid);
  const secrets = secretsOf(victim.south);
  const target = {
    ...{ url: victim.url, operatorSocket: victim.operatorSocket, secrets },
    signIn: async () => (await victim.signIn()).tokens.access_token,
  };
  const all = inputsOneOf === 0 ? [] : [...handInputs(things), ...contractInputs(things)];
  const inputs = all.filter((_, index) => index % inputsOneOf === 0);
  const onProgress = (count: number) => say(`${kind}: ${count} of ${inputs.length}`);
  const { sent, findings, putOff } = await sendInputs(target, inputs, { onProgress });
  const before = await countAudit(victim);
  const ofFloods = floods ? await flood(victim, say) : [];
  const after = floods ? await countAudit(victim) : undefined;
  const letsIn = await admits(victim).catch(() => false);
  const watched = await watching.stop();
  const log = victim.process.logged();
  await victim.stop();
  return {
    ...{ ...watched, kind, groups: sent.size, putOff, levelMb, log, letsIn },
    audited: before === undefined || after === undefined ? undefined : after - before,
    inputs: [...sent.values()].reduce((sum, count) => sum + count, 0),
    findings: [...findings, ...ofFloods],
    told: secrets.slice(0, 2).filter((secret) => log.includes(secret)).length,
  };
}

function withFaults(names: readonly string[]): Record<string, string> {
  const file = new URL('./plant-faults.ts', import.meta.url).href;
  return { NODE_OPTIONS: `--import ${file}`, HOSTILE_FAULTS: names.join(), HOSTILE_SECRET: SECRET_WORD };
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
