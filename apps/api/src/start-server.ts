import { sweepAudit } from './audit/sweep-audit.ts';
import { sweepExpired } from './auth/sweep-expired.ts';
import { adminSocketPath, removeStaleSocket } from './data-dir/admin-socket.ts';
import { readCertificate } from './data-dir/read-certificate.ts';
import { checkpoint } from './database/checkpoint.ts';
import { vacuum } from './database/vacuum.ts';
import { mountTicketsPage } from './demo/mount.ts';
import { sweepDevices } from './devices/sweep-devices.ts';
import { lanAddresses, serverAddress } from './http/network-addresses.ts';
import { OPERATOR_ENVIRONMENT } from './http/operator.ts';
import { startListening, startListeningOnSocket } from './http/start-listening.ts';
import { createMetricsApp } from './metrics/mount.ts';
import { openBackend, type ProgramParts } from './open-backend.ts';
import { mountPages } from './pages/mount.ts';
import { createBackgroundWork } from './process/background-work.ts';
import type { Options } from './process/options.ts';
import { provideDemo, provideFirstManager, type SignIns } from './provide-sign-ins.ts';
import { countHours } from './reports/count-hours.ts';
import { createIdSource } from './system/random.ts';
import { sweepScans } from './tickets/sweep-scans.ts';
import { createDispatcher } from './webhooks/create-dispatcher.ts';
import { createMessageSender } from './webhooks/send-message.ts';
import { sweepWebhooks } from './webhooks/sweep-webhooks.ts';

/** A started server. */
export interface RunningServer {
  /** The address for a browser. */
  readonly address: string;
  /** The passwords that whoever starts it is told. */
  readonly signIns: SignIns;
  /** Waits for running requests, closes the database, unlocks the data folder. */
  stop(): Promise<void>;
}

const SEGMENTS_EVERY_MS = 5_000;
const WEBHOOKS_EVERY_MS = 1_000;
/** And at each start: a server that is never up for an hour sweeps too. */
const SWEEP_EVERY_MS = 3_600_000;
/** Until then reports read the scans of a further hour. */
const COUNT_EVERY_MS = 600_000;
/** PostgreSQL's own default, `checkpoint_timeout`. */
const CHECKPOINT_EVERY_MS = 300_000;
/** After the sweeps of a start: a server that is never up for an hour makes room too. */
const VACUUM_EVERY_MS = 300_000;
const DRAIN_MS = 10_000;

/**
 * Starts one backend process: data folder, database, secrets, demo data, app, admin socket, port, first manager.
 * @throws OptionsError, DataDirLockedError, SocketPathError, or the error of the database or the port; nothing is left
 * open then
 */
export async function startServer(options: Options, program: ProgramParts): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack();
  const { dataDir, databaseUrl } = options;
  const { clock, log } = program;
  let isStarting = true;
  let isStopping = false;

  const socket = databaseUrl ? undefined : adminSocketPath(dataDir);
  const { parts, createApp } = opened.use(await openBackend(options, program));
  const { db, snapshot } = parts;
  const newId = createIdSource(program);
  const demo = await provideDemo(options, { ...parts, newId });
  const { webhookKey } = parts.secrets;
  const sender = opened.adopt(createMessageSender({ allowPrivate: options.webhooksToPrivate }), (one) => one.stop());
  const webhooks = createDispatcher({ db, clock, log, newId, sender, webhookKey });
  opened.defer(() => webhooks.stop());

  const background = opened.adopt(createBackgroundWork({ log }), (one) => one.stop());
  background.startAndRepeat(SWEEP_EVERY_MS, () => sweepExpired({ db, clock }), 'sweep failed');
  background.startAndRepeat(SWEEP_EVERY_MS, () => sweepDevices({ db, clock }), 'devices not swept');
  background.startAndRepeat(SWEEP_EVERY_MS, () => sweepAudit({ db, clock }), 'audit log not swept');
  background.startAndRepeat(SWEEP_EVERY_MS, () => sweepScans({ db, clock }), 'scans not swept');
  background.startAndRepeat(SWEEP_EVERY_MS, () => sweepWebhooks({ db, clock }), 'webhooks not swept');
  background.repeat(WEBHOOKS_EVERY_MS, () => webhooks.run(), 'webhooks not sent');
  background.startAndRepeat(COUNT_EVERY_MS, () => countHours(db), 'hours not counted');
  background.startAndRepeat(SEGMENTS_EVERY_MS, () => snapshot.makeSegments(), 'tickets not sealed');
  if (!databaseUrl) {
    background.repeat(CHECKPOINT_EVERY_MS, () => checkpoint(db), 'checkpoint failed');
    background.repeat(VACUUM_EVERY_MS, () => vacuum(db), 'tables not vacuumed');
  }

  const app = createApp({
    isStarting: () => isStarting,
    isStopping: () => isStopping,
    mountPages: (app) => {
      if (options.demo) mountTicketsPage(app, { db, clock });
      mountPages(app, {
        folder: options.appDir,
        configurationFile: parts.configurationFile,
        configuration: options.appConfiguration,
        telemetry: options.telemetry,
      });
    },
  });
  if (socket) {
    removeStaleSocket(socket);
    const administration = await startListeningOnSocket(app, { path: socket, environment: OPERATOR_ENVIRONMENT });
    opened.defer(() => administration.stop({ graceMs: DRAIN_MS }));
  }
  if (options.metricsPort !== undefined) {
    const metricsApp = createMetricsApp({ ...parts, clock, log });
    const figures = await startListening(metricsApp, { port: options.metricsPort, host: options.metricsHost });
    opened.defer(() => figures.stop({ graceMs: 1_000 }));
  }
  const certificate = options.https ? await readCertificate(dataDir, { addresses: lanAddresses(), clock }) : undefined;
  const listening = await startListening(app, { port: options.port, host: options.host, certificate });
  opened.defer(() => listening.stop({ graceMs: DRAIN_MS }));
  // Last: a start that fails after it would tell nobody the password, which is made once.
  const manager = await provideFirstManager(options, { ...parts, newId });

  const running = opened.move();
  isStarting = false;
  return {
    address: serverAddress({ ...options, port: listening.port }),
    signIns: { ...demo, ...manager },
    async stop() {
      isStopping = true;
      await running.disposeAsync();
    },
  };
}
