import type { ClerkDecision, ScanMode } from '@scantix/api-contract';
import { Command, domainOf, hasScanned, isNamed, isSignedIn } from './command.ts';
import { same, textOf } from './compare.ts';
import { killTab } from './device-commands.ts';
import { effectOf, judgeOnDevice, type ModelScan, receive, tallyOf, UNDO_MS, type VerdictText } from './reference.ts';
import { type Model, record, type System, serverOf, tabAt } from './system.ts';

function addScan(model: Model, code: string, mode: ScanMode): ModelScan {
  const scan: ModelScan = {
    ...{ number: model.scans, by: model.clerk ?? '', code, mode, at: model.now, shown: null, effectAt: null },
    ...{ sent: false, known: null, receivedAt: null, undo: null, undoNumber: 0, undoBy: '', isUndoneElsewhere: false },
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
  same('verdict', textOf(verdict), shown);
}

/** A clerk decides what is undecided, here or after the server has decided. */
async function decideByClerk(
  model: Model,
  system: System,
  { tab, scan, decision }: { tab: number; scan: ModelScan; decision: ClerkDecision },
): Promise<void> {
  const { number, mode, shown, sent, by } = scan;
  const isOpen = shown?.startsWith('undecided') && mode !== 'check' && !sent && by === model.clerk;
  if (isOpen) {
    const reason = shown?.split(' ')[1];
    scan.shown = `${decision === 'let_in' ? 'accepted' : 'refused'} ${reason} device` as VerdictText;
    scan.effectAt = effectOf(scan.shown, mode) ? scan.at : null;
  }
  const verdict = await tabAt(system, tab).ledger.decideByClerk(system.ids.get(number) ?? '', decision);
  same('decision', textOf(verdict), scan.shown);
}

export const scan = (tab: number, code: string, mode: ScanMode) =>
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

export const scanWithoutAnswer = (tab: number, code: string, mode: ScanMode, decision: ClerkDecision | null) =>
  new Command(
    `scanWithoutAnswer(tab ${tab}, ${code}, ${mode}, ${decision})`,
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
      if (decision) await decideByClerk(model, system, { tab, scan: entry, decision });
    },
    (model) => isSignedIn(model) && model.online && isNamed(model, code),
  );

export const scanThenKill = (tab: number, code: string) =>
  new Command(
    `scanThenKill(tab ${tab}, ${code})`,
    async (model, system) => {
      const entry = addScan(model, code, 'entry');
      system.ids.set(entry.number, await record(system, tab, code, 'entry'));
      await killTab(model, system, tab);
    },
    (model) => isSignedIn(model) && isNamed(model, code),
  );

export const undo = (tab: number, index: number) =>
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
        entry.undoBy = model.clerk ?? '';
        entry.undoNumber = model.scans;
        model.scans += 1;
      }
      const done = await tabAt(system, tab).ledger.undo(system.ids.get(entry.number) ?? '');
      same('undo', done.ok, may || before);
    },
    hasScanned,
  );

export const decide = (tab: number, index: number, decision: ClerkDecision) =>
  new Command(
    `decide(tab ${tab}, ${index}, ${decision})`,
    async (model, system) => {
      const { log } = model.domains[domainOf(model)];
      const entry = log[index % log.length] as ModelScan;
      await decideByClerk(model, system, { tab, scan: entry, decision });
    },
    (model) => hasScanned(model) && model.domains[domainOf(model)].log.every(({ shown }) => shown !== null),
  );
