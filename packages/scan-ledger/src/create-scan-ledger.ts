import { createListeners, withinTime } from '@scantix/runtime-utils';
import { createClaim, makerOf } from './commands/create-claim.ts';
import { createCommands } from './commands/create-commands.ts';
import { createIds } from './commands/create-ids.ts';
import { createUuidSequence } from './commands/create-uuid-sequence.ts';
import { createAnswerWaits } from './decide/create-answer-waits.ts';
import { createDecide } from './decide/create-decide.ts';
import { createDeviceDecider } from './decide/create-device-decider.ts';
import { createExclusive } from './decide/create-exclusive.ts';
import { createLedgerState } from './ledger-state.ts';
import { createLifecycle } from './lifecycle/create-lifecycle.ts';
import { resolveOptions, type ScanLedgerOptions } from './options.ts';
import type { ScanStore } from './ports/scan-store.ts';
import { createLogQueries } from './queries/create-log-queries.ts';
import { createLateRecovery } from './recovery/create-late-recovery.ts';
import { type HeardAnswer, listenToAnswers } from './recovery/listen-to-answers.ts';
import { withBuilds } from './recovery/with-builds.ts';
import type { ScanLedger } from './scan-ledger.ts';
import { createLateSender } from './sender/create-late-sender.ts';
import { createServerWatch } from './sender/create-server-watch.ts';
import { createIndexedDbFactsStore } from './store/create-indexed-db-facts-store.ts';
import { createIndexedDbScanStore } from './store/create-indexed-db-scan-store.ts';
import { toLedgerError } from './store/to-ledger-error.ts';
import { createLogChanges, type LogChange } from './tabs/create-log-changes.ts';
import { createTabChannel } from './tabs/create-tab-channel.ts';
import { createLedgerTime } from './timing/ledger-time.ts';
import { measuredCalls } from './timing/measured-calls.ts';
import { createConflicts } from './upkeep/create-conflicts.ts';
import { createUpkeep } from './upkeep/create-upkeep.ts';

/**
 * Code to durable record to verdict: the outbox, its sender, the tickets and the log of this device.
 *
 * @example
 * const ledger = createScanLedger({ transport, owner, deviceId, tickets, checkpointId });
 * await ledger.start();
 * const { scan } = await ledger.record({ barcode, symbology: 'qr_code', scanMethod: 'camera', mode: 'entry', checkpointId });
 * const verdict = await ledger.decide(scan.id);
 */
export function createScanLedger(options: ScanLedgerOptions): ScanLedger {
  const settings = resolveOptions(options);
  const { database, databaseName: lockName, clock, locks, owner } = settings;
  const storageClosed = createListeners();
  const { store: given = createIndexedDbScanStore({ ...database, onClosed: storageClosed.notify }) } = settings;
  const { facts = createIndexedDbFactsStore(database) } = settings;
  const time = createLedgerTime({ ...settings, facts });
  const onAnswer = (answer: HeardAnswer) => recovery.answered(answer);
  const onBuild = (build: string) => recovery.heardBuild(build);
  const heard = { facts, owner, clock, onBuild, onAnswer };
  const transport = listenToAnswers(measuredCalls(settings.transport, { time, clock }), heard);
  const source = settings.tickets && listenToAnswers(measuredCalls(settings.tickets, { time, clock }), heard);
  const server = createServerWatch({
    ...settings,
    onContact: (contact) => state.setAnswersOffline(contact.kind === 'answered' && contact.whileOffline),
  });
  const watched = { transport: server.watch(transport), source: source && server.watch(source) };
  /** A storage that fails may never answer; a person waits for these reads. Opening it has the same limit. */
  const inTime = <T>(reading: Promise<T>) =>
    withinTime(reading, { timeoutMs: 2 * database.deadlineMs, onTimeout: failLate, clock });
  const store: ScanStore = {
    ...given,
    get: (id) => inTime(given.get(id)),
    newestId: () => inTime(given.newestId()),
    settle: (settlements) => given.settle(settlements.map((settled) => withBuilds(settled, recovery.builds()))),
  };
  const common = { ...settings, store, facts, time, transport, server };

  const tabs = createTabChannel(lockName);
  const state = createLedgerState(common);
  const answers = createAnswerWaits(common);
  const ids = createIds({ clock, store: { newestId: () => state.watch(() => store.newestId()) } });
  const onChange = ({ ids: changed, waiting }: LogChange) => {
    answers.recheck(changed);
    ids.seen(changed);
    if (waiting === undefined) void state.refresh({ changed: true });
    else state.addWaiting(waiting);
  };
  const changes = createLogChanges(tabs, onChange);
  const conflicts = createConflicts({ ...common, ...watched, onMore: state.setMoreConflicts });
  const onState = state.setTickets;
  const onChanged = () => tabs.post({ tickets: true });
  const device = createDeviceDecider({ ...common, ...watched, onState, onChanged });
  const upkeep = createUpkeep({
    ...common,
    isOffline: server.isOffline,
    device,
    conflicts,
    refreshCounts: state.refresh,
  });
  const sender = createLateSender({
    watched: watched.transport,
    followDomain: () => recovery.followDomain(),
    ...{ ...common, lockName, holder: createUuidSequence()(clock.now()) },
    onSettled(ids, verdicts) {
      if (verdicts) answers.answered(verdicts);
      changes.changed(ids);
    },
    onConflicts: conflicts.save,
    onState(next) {
      state.setSender(next);
      if (next.sending) return;
      void state.ensureCounted();
    },
  });
  const recovery = createLateRecovery({
    ...{ ...common, databaseName: lockName },
    waiting() {
      const { counted, waiting } = state.getSnapshot();
      return counted ? waiting : null;
    },
    firstId: (who) => ids.firstOf(makerOf(who)),
    whenNamed: sender.whenNamed,
    onLost: state.setLost,
    onOffered(offered, more) {
      if (more > 0) state.addWaiting(more);
      state.setOffered(offered);
    },
    onReturned(ids) {
      changes.changed(ids);
      void send();
    },
  });
  state.subscribe(() => {
    if (state.getSnapshot().status === 'ready') recovery.note();
  });
  const parts = { ...common, recovery, state, tabs, answers, device, sender, upkeep };
  const { start, stop, send, begin, drain } = createLifecycle({ ...parts, storageClosed, onChange });
  const queries = createLogQueries(common);
  const { watch } = state;
  const calls = { ...common, ...watched, changes, conflicts, claim: createClaim({ ...parts, ids }), get: queries.get };
  const commands = createCommands({ ...calls, watch, send, begin, leaseAhead: sender.leaseAhead });
  const decide = createDecide({
    ...{ ...common, answers, sender },
    decideOnDevice: device.decide,
    exclusive: createExclusive({ locks, name: `${lockName}-decide`, clock }),
    onShown: (id) => changes.counted(id, 0),
  });

  return {
    start,
    stop,
    [Symbol.asyncDispose]: stop,
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    decide,
    ...commands,
    ...queries,
    countWaiting: state.countWaiting,
    async refreshTickets({ signal } = {}) {
      signal?.throwIfAborted();
      await upkeep.now();
    },
    acknowledgeLost: recovery.acknowledge,
    readClock: time.readClock,
    drain,
  };
}

function failLate(): never {
  throw toLedgerError('no answer');
}
