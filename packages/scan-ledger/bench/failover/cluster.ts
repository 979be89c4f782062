import { setTimeout as sleep } from 'node:timers/promises';
import { MACHINE_NAMES, MACHINES, type Machine } from './network.ts';

/** A member as Patroni tells of it. */
interface Member {
  readonly name: Machine;
  readonly role: string;
  readonly state: string;
}

const ANSWER_MS = 2_000;
const ASK_AGAIN_MS = 500;
const WAIT_LIMIT_MS = 240_000;
const IS_UP = ['running', 'streaming'];

async function askPatroni(machine: Machine, path: string, init: RequestInit = {}): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(`http://${MACHINES[machine]}:8008${path}`, { ...init, signal }).catch(() => undefined);
  return answer?.ok ? answer : undefined;
}

/** The machines that HAProxy would take for the primary. */
async function findPrimaries(): Promise<Machine[]> {
  const answers = await Promise.all(MACHINE_NAMES.map((machine) => askPatroni(machine, '/primary')));
  return MACHINE_NAMES.filter((_, index) => answers[index]);
}

/** The members as the primary tells of them; none where there is not exactly one primary. */
async function readMembers(): Promise<readonly Member[]> {
  const [primary, ...others] = await findPrimaries();
  if (!primary || others.length > 0) return [];
  const answer = await askPatroni(primary, '/cluster');
  return answer ? ((await answer.json()) as { members: Member[] }).members : [];
}

/** Resolves to what `read` finds, asked again and again. @throws after four minutes */
async function insist<Found>(what: string, read: () => Promise<Found | undefined>): Promise<Found> {
  for (const giveUpAt = performance.now() + WAIT_LIMIT_MS; performance.now() < giveUpAt; await sleep(ASK_AGAIN_MS)) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw new Error(`There was no ${what} for ${WAIT_LIMIT_MS / 1_000} s: ${JSON.stringify(await readMembers())}`);
}

/** @param not a machine that is not the one, whatever it says */
export function findPrimary(not?: Machine): Promise<Machine> {
  return insist('primary', async () => (await findPrimaries()).find((machine) => machine !== not));
}

export function findSynchronous(): Promise<Machine> {
  return insist('synchronous replica', async () => {
    return (await readMembers()).find(({ role }) => role === 'sync_standby')?.name;
  });
}

/** Resolves when one machine is the primary, and the two others follow it. */
export async function becomeWhole({ isSynchronous }: { isSynchronous: boolean }): Promise<void> {
  await insist('whole cluster', async () => {
    const members = (await readMembers()).filter(({ state }) => IS_UP.includes(state));
    const isWhole = members.length === MACHINE_NAMES.length;
    const isInStep = members.some(({ role }) => role === 'sync_standby');
    return isWhole && isInStep === isSynchronous ? true : undefined;
  });
}

/** Changes the configuration of the cluster, as `patronictl edit-config` does. */
export async function configure(change: object, { user, password }: { user: string; password: string }): Promise<void> {
  const headers = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  const answer = await askPatroni(await findPrimary(), '/config', {
    ...{ method: 'PATCH', headers, body: JSON.stringify(change) },
  });
  if (!answer) throw new Error('Patroni did not take the configuration');
}
