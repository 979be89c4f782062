import { logChanges } from '@scantix/analytics-logger';
import { createAnalyticsLoggerAtoms } from '@scantix/analytics-logger/react';
import { type ApiClientOptions, apiAddress, createApiClient } from '@scantix/api-contract';
import { createSessionFetch } from '@scantix/auth-session';
import { createHardwareScanner } from '@scantix/barcode-reader/keyboard-wedge';
import { createSounds, createVibration, type ScanSoundName, scanSounds, scanVibrations } from '@scantix/feedback';
import { createApiPorts, createScanLedger } from '@scantix/scan-ledger';
import { createScanDesk, createScannerConfig, type ScanTiming, timeScans } from '@scantix/scan-ledger/desk';
import { createScanLedgerAtoms } from '@scantix/scan-ledger/react';
import { requestPersistentStorage } from '@scantix/web-app';
import { createInstallPromptAtoms } from '@scantix/web-app/react';
import { atom } from 'jotai';
import { readBuild } from './browser/read-build.ts';
import { whenQuiet } from './browser/when-quiet.ts';
import { createBatchAtom } from './services/batch-atom.ts';
import { hasRight } from './services/has-right.ts';
import { createPreferenceAtoms } from './services/preferences.ts';
import type { AppServices, StartServices, StreamSink } from './services/services.ts';
import { startLedger, withRights } from './start-ledger.ts';
import { createSay } from './start-speech.ts';

/** How long a view waits for an answer. */
const CALL_TIMEOUT_MS = 15_000;
/** A device that has scanned within this time is at its gate whatever it shows: that of the live gates' figures. */
const AT_GATE_MS = 600_000;

/**
 * The second half of the composition root: what only signed-in users need. It starts with the first session of the page,
 * restored or new, and stays for every later one.
 */
export function startSignedIn(start: StartServices): Omit<AppServices, 'confirmations' | 'toasts'> {
  const { configuration, device, flags, logger, session, speaker, store } = start;
  const build = readBuild();
  const sessionFetch = createSessionFetch(session);
  const calls: ApiClientOptions = {
    baseUrl: configuration.apiBaseUrl,
    async fetch(...call) {
      const answer = await sessionFetch(...call);
      // A right may be gone, and with the new configuration so is what has asked.
      if (answer.status === 403) void scannerConfig.load().catch(() => {});
      return answer;
    },
    ...(build !== undefined && { build }),
    deviceState: () => deviceState?.(),
  };
  const api = createApiClient({ ...calls, timeoutMs: CALL_TIMEOUT_MS });
  let deviceState: (() => string) | undefined;
  /** When this page recorded its last scan: epoch milliseconds. */
  let scannedAt = 0;
  const storage = () => window.localStorage;
  const preferences = createPreferenceAtoms(storage);
  const user = () => {
    const state = session.getSnapshot();
    return state.status === 'signed-in' ? state.user : null;
  };
  const scannerConfig = createScannerConfig({
    api,
    domain: () => user()?.domain ?? null,
    clerk: () => user()?.id ?? null,
    storage,
    whenIdle: () => whenQuiet(1_000),
  });
  const checkpointId = () => {
    const saved = store.get(preferences.checkpointAtom);
    const own = saved?.domain === user()?.domain ? saved?.checkpoint.id : undefined;
    const config = scannerConfig.current();
    const offered = config && (hasRight(config, 'scan') ? config.checkpoints : []);
    // A saved checkpoint may belong to another workgroup: the server does not give its tickets.
    return (offered?.find(({ id }) => id === own) ?? offered?.[0])?.id ?? (offered ? null : own) ?? null;
  };
  // The ledger limits its calls itself.
  const { transport, tickets } = createApiPorts(createApiClient(calls));
  const ledger = createScanLedger({
    transport: withRights(transport, scannerConfig),
    ...(configuration.isFeatureEnabled('offline') && { tickets }),
    ...(build !== undefined && { build }),
    owner() {
      const signedIn = user();
      return signedIn && { ...signedIn, clerkId: signedIn.id, ...scannerConfig.identity() };
    },
    log: ({ name, level = 'info', cause, properties }) =>
      logger.log({
        ...{ name: name.replaceAll('-', '_'), level, category: 'system', module: 'scanner' },
        properties: { ...properties, ...(cause !== undefined && { cause }) },
      }),
    deviceId: () => device.getDeviceId(),
    checkpointId,
    decisionBudgetMs: () => scannerConfig.current()?.decision_budget_ms ?? 3_000,
    ticketsStaleAfterMs: () => scannerConfig.current()?.snapshot_stale_after_ms ?? 15 * 60_000,
    ticketsExpireAfterMs: () => scannerConfig.current()?.snapshot_expires_after_ms ?? 12 * 3_600_000,
  });
  startLedger(ledger, scannerConfig, session);
  void requestPersistentStorage();
  void whenQuiet(5_000)
    .then(() => import('./services/read-device-state.ts'))
    .then(async ({ readDeviceState }) => {
      // Who watches the gates is at none: its device would keep one live whose scanners are gone.
      const watches = () => location.pathname.startsWith('/reports') && Date.now() - scannedAt > AT_GATE_MS;
      const stateId = () => (watches() ? null : checkpointId());
      deviceState = await readDeviceState({ ledger, checkpointId: stateId, navigator });
    })
    // Without a network: the next start loads it.
    .catch(() => {});
  if (flags.isEnabled('ENABLE_DEBUG_MODE')) {
    const read = () => {
      const { status, waiting, quarantined, sending, problem } = ledger.getSnapshot();
      return { status, waiting, quarantined, sending, problem: problem?.code ?? null };
    };
    logChanges({ logger, name: 'ledger_changed', subscribe: ledger.subscribe, read });
  }

  const atoms = {
    ...start.atoms,
    ...createAnalyticsLoggerAtoms(logger),
    ...createScanLedgerAtoms(ledger),
    ...createInstallPromptAtoms(start.install),
    ...preferences,
    batchAtom: createBatchAtom(start.atoms.userAtom),
    streamSinkAtom: atom<StreamSink | null>(null),
    slowMsAtom: atom<number | null>(null),
  };
  if (flags.isEnabled('ENABLE_NETWORK_SPEED_MONITORING')) {
    watchNetworkSpeed(configuration.apiBaseUrl, (slowMs) => store.set(atoms.slowMsAtom, slowMs)).catch(() => {});
  }
  // A preference follows other tabs while something subscribes to it, and sounds and camera only read it.
  for (const each of Object.values(preferences)) store.sub(each, () => {});
  const sounds = createSounds({
    speaker,
    sounds: scanSounds,
    isEnabled: () => store.get(atoms.soundsAtom),
    volume: () => store.get(atoms.volumeAtom),
  });
  // A page that restored its session had no sign-in to unlock it, and a phone call interrupts it.
  document.addEventListener('click', () => store.get(atoms.soundsAtom) && speaker.unlock(), { capture: true });
  const vibration = createVibration({ patterns: scanVibrations, isEnabled: () => store.get(atoms.vibrationAtom) });
  const signals = {
    play(name: ScanSoundName) {
      sounds.play(name);
      vibration.play(name);
    },
  };
  const desk = createScanDesk({
    ledger,
    acknowledge: () => signals.play('tick'),
    onScan(event) {
      scannedAt = Date.now();
      logger.logScan(event);
    },
  });
  const logTiming = (timing: ScanTiming) =>
    logger.log({ name: 'scan_timed', category: 'scanner', module: 'scanner', properties: { ...timing } });

  return {
    ...start,
    api,
    ledger,
    scannerConfig,
    sounds,
    signals,
    say: createSay({
      isEnabled: () => store.get(atoms.speechAtom),
      language: () => start.translator.getSnapshot(),
    }),
    desk: flags.isEnabled('ENABLE_PERFORMANCE_METRICS') ? timeScans({ desk, ledger, onTiming: logTiming }) : desk,
    hardware: createHardwareScanner(),
    atoms,
  };
}

async function watchNetworkSpeed(apiBaseUrl: string, onChange: (slowMs: number | null) => void): Promise<void> {
  const { createNetworkSpeed, measureRoundTrip } = await import('@scantix/analytics-logger/metrics');
  const speed = createNetworkSpeed({ measure: () => measureRoundTrip({ url: apiAddress(apiBaseUrl, '/healthz') }) });
  speed.subscribe(() => onChange(speed.getSlowMs()));
  speed.start();
}
