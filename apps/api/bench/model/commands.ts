import type { ScanMode } from '@scantix/api-contract';
import * as fc from 'fast-check';
import { compare } from './compare.ts';
import {
  effectOf,
  isUndone,
  judge,
  judgeOnDevice,
  type ModelScan,
  receive,
  tallyOf,
  UNDO_MS,
  withEffect,
} from './reference.ts';
import {
  CLERKS,
  type Clerk,
  CODES,
  type Model,
  openTab,
  pass,
  record,
  refresh,
  type System,
  serverOf,
  setOnline,
  settle,
  signIn,
  tabAt,
} from './system.ts';

/** With more effects a ticket's state no longer names all of them, and the device may not decide. */
const MAX_EFFECTS = 7;

type Step = (model: Model, system: System) => Promise<void>;

/** One command: time passes, one step runs, then model and system settle and are compared. */
class Command implements fc.AsyncCommand<Model, System> {
  readonly #name: string;
  readonly #may: (model: Readonly<Model>) => boolean;
  readonly #step: Step;

  constructor(name: string, step: Step, may: (model: Readonly<Model>) => boolean = () => true) {
    this.#name = name;
    this.#may = may;
    this.#step = step;
  }

  check(model: Readonly<Model>): boolean {
    return this.#may(model);
  }

  async run(model: Model, system: System): Promise<void> {
    await pass(model, system, 1_000);
    await this.#step(model, system);
    await settle(model, system);
    await compare(model, system);
  }

  toString(): string {
    return this.#name;
  }
}

const isSignedIn = ({ clerk }: Readonly<Model>) => clerk !== null;
const domainOf = ({ clerk }: Readonly<Model>) => CLERKS[clerk as Clerk];

/** Whether the ticket's state still names every effect after one more. */
function isNamed(model: Readonly<Model>, code: string): boolean {
  const { tickets, log } = model.domains[domainOf(model)];
  const own = log.filter((scan) => scan.code === code && !isUndone(scan) && effectOf(scan.shown, scan.mode));
  return (tickets.get(code)?.effects.length ?? 0) + own.length < MAX_EFFECTS;
}

function addScan(model: Model, code: string, mode: ScanMode): ModelScan {
  const scan: ModelScan = {
    ...{ number: model.scans, code, mode, at: model.now, shown: null, effectAt: null },
    ...{ sent: false, known: null, receivedAt: null, undo: null, undoNumber: 0 },
  };
  model.scans += 1;
  model.domains[domainOf(model)].log.push(scan);
  return scan;
}

/** This device decides and shows its verdict. */
function showDeviceVerdict(model: Model, scan: ModelScan): void {
  const domain = domainOf(model);
  const { log } = model.domains[domain];
  const others = log.filter((other) => other !== scan);
  scan.shown = judgeOnDevice(scan, { log: others, ticketSet: model.ticketSet, domain, now: model.now });
  scan.effectAt = effectOf(scan.shown, scan.mode) ? scan.at : null;
}

async function expectShown(system: System, tab: number, { number, shown }: ModelScan): Promise<void> {
  const verdict = await tabAt(system, tab).ledger.decide(system.ids.get(number) ?? '');
  const actual = `${verdict.outcome} ${verdict.reason} ${verdict.certainty}`;
  if (actual !== shown) throw new Error(`verdict: is ${actual}, expected ${shown}`);
}

const scan = (tab: number, code: string, mode: ScanMode) =>
  new Command(
    `scan(tab ${tab}, ${code}, ${mode})`,
    async (model, system) => {
      const entry = addScan(model, code, mode);
      system.ids.set(entry.number, await record(system, tab, code, mode));
      if (model.online) {
        receive(model.domains[domainOf(model)], entry, model.now);
        entry.sent = true;
      } else showDeviceVerdict(model, entry);
      await expectShown(system, tab, entry);
    },
    (model) => isSignedIn(model) && isNamed(model, code),
  );

const scanWithoutAnswer = (tab: number, code: string, mode: ScanMode) =>
  new Command(
    `scanWithoutAnswer(tab ${tab}, ${code}, ${mode})`,
    async (model, system) => {
      const domain = model.domains[domainOf(model)];
      const entry = addScan(model, code, mode);
      serverOf(system, domainOf(model)).loseAnswer();
      // The server decides, and so does this device, which does not receive the answer.
      const onServer = { ...entry };
      receive(domain, onServer, model.now);
      const id = await record(system, tab, code, mode);
      system.ids.set(entry.number, id);
      showDeviceVerdict(model, entry);
      entry.known = onServer.shown;
      entry.receivedAt = onServer.receivedAt;
      await expectShown(system, tab, entry);
    },
    (model) => isSignedIn(model) && model.online && isNamed(model, code),
  );

const scanThenKill = (tab: number, code: string) =>
  new Command(
    `scanThenKill(tab ${tab}, ${code})`,
    async (model, system) => {
      const entry = addScan(model, code, 'entry');
      system.ids.set(entry.number, await record(system, tab, code, 'entry'));
      await killTab(model, system, tab);
    },
    (model) => isSignedIn(model) && isNamed(model, code),
  );

async function killTab(model: Model, system: System, tab: number): Promise<void> {
  const killed = tabAt(system, tab);
  killed.kill();
  system.tabs.splice(system.tabs.indexOf(killed), 1);
  model.tabs = system.tabs.length;
  if (system.tabs.length === 0) await startTab(model, system);
}

/** A new page sends what waits and refreshes its tickets. */
async function startTab(model: Model, system: System): Promise<void> {
  await openTab(system);
  model.tabs = system.tabs.length;
  await settle(model, system);
  await refresh(model, system);
}

const undo = (tab: number, index: number) =>
  new Command(
    `undo(tab ${tab}, ${index})`,
    async (model, system) => {
      const { log } = model.domains[domainOf(model)];
      const entry = log[index % log.length] as ModelScan;
      const isInTime = model.now - entry.at <= UNDO_MS;
      const may = entry.undo === null && ['admitted', 'left'].includes(tallyOf(entry)) && isInTime;
      const before = entry.undo !== null;
      if (may) {
        entry.undo = 'waiting';
        entry.undoNumber = model.scans;
        model.scans += 1;
      }
      const done = await tabAt(system, tab).ledger.undo(system.ids.get(entry.number) ?? '');
      if (done.ok !== (may || before)) throw new Error(`undo: is ${done.ok}, expected ${may || before}`);
    },
    (model) => isSignedIn(model) && model.domains[domainOf(model)].log.length > 0,
  );

const setNetwork = (online: boolean, isKnown: boolean) =>
  new Command(online ? 'online' : `offline(${isKnown ? 'known' : 'unknown'})`, async (model, system) => {
    model.online = online;
    setOnline(system, online);
    // A browser may not notice that it is offline.
    if (!isKnown) system.online = true;
  });

const changeClerk = (clerk: Clerk | null) =>
  new Command(clerk ? `signIn(${clerk})` : 'signOut', async (model, system) => {
    model.clerk = clerk;
    signIn(system, clerk);
    await settle(model, system);
    await refresh(model, system);
  });

const openSecondTab = () => new Command('openTab', startTab, ({ tabs }) => tabs < 2);
const kill = (tab: number) => new Command(`kill(tab ${tab})`, (model, system) => killTab(model, system, tab));
const updateSnapshot = () => new Command('updateSnapshot', refresh);

const wait = (ms: number) => new Command(`wait(${ms / 1_000} s)`, (model, system) => pass(model, system, ms));

const useElsewhere = (code: string) =>
  new Command(
    `useElsewhere(${code})`,
    async (model, system) => {
      const domain = model.domains[domainOf(model)];
      const ticket = domain.tickets.get(code);
      if (!ticket || judge(ticket, 'entry', model.now) !== 'accepted ok') return;
      model.scans += 1;
      domain.tickets.set(code, withEffect(ticket, { scan: -model.scans, kind: 'enter', at: model.now }));
      system.ids.set(-model.scans, await serverOf(system, domainOf(model)).scanElsewhere(code));
    },
    (model) => isSignedIn(model) && isNamed(model, code),
  );

const changeTicket = (code: string, cancelled: boolean) =>
  new Command(
    `changeTicket(${code}, ${cancelled ? 'cancelled' : 'valid'})`,
    async (model, system) => {
      const { tickets } = model.domains[domainOf(model)];
      const before = tickets.get(code);
      tickets.set(code, { allowed: 1, effects: [], ...before, cancelled });
      await serverOf(system, domainOf(model)).setTicket(code, cancelled ? 'cancelled' : 'valid');
    },
    isSignedIn,
  );

const acknowledge = () =>
  new Command(
    'acknowledge',
    async (model, system) => {
      const { ledger } = tabAt(system, 0);
      const [conflict] = (await ledger.listDecisions()).conflicts;
      const { ok: done } = await ledger.acknowledgeConflict(conflict?.id ?? '');
      if (done) model.domains[domainOf(model)].conflicts -= 1;
      if (done !== model.online) throw new Error(`acknowledge: is ${done}, expected ${model.online}`);
    },
    (model) => isSignedIn(model) && model.domains[domainOf(model)].conflicts > 0,
  );

const tab = fc.nat(1);
const code = fc.constantFrom(...CODES);
const mode = fc.constantFrom<ScanMode[]>('entry', 'entry', 'entry', 'exit', 'check');

/** All commands, common ones more often. */
export const commands = fc.commands(
  [
    fc.tuple(tab, code, mode).map((args) => scan(...args)),
    fc.tuple(tab, code, mode).map((args) => scan(...args)),
    fc.tuple(tab, code, mode).map((args) => scan(...args)),
    fc.tuple(tab, code, mode).map((args) => scanWithoutAnswer(...args)),
    fc.tuple(tab, code).map((args) => scanThenKill(...args)),
    fc.tuple(tab, fc.nat(20)).map((args) => undo(...args)),
    fc.tuple(tab, fc.nat(20)).map((args) => undo(...args)),
    fc.boolean().map((isKnown) => setNetwork(false, isKnown)),
    fc.boolean().map((isKnown) => setNetwork(false, isKnown)),
    fc.constant(setNetwork(true, true)),
    fc.constantFrom<(Clerk | null)[]>('anna', 'ben', 'carla', null).map(changeClerk),
    fc.constant(null).map(openSecondTab),
    tab.map(kill),
    fc.constant(null).map(updateSnapshot),
    fc.constantFrom(40_000, 20 * 60_000, 5 * 3_600_000).map(wait),
    code.map(useElsewhere),
    fc.tuple(code, fc.boolean()).map((args) => changeTicket(...args)),
    fc.constant(null).map(acknowledge),
  ],
  { maxCommands: 30, size: 'max' },
);
