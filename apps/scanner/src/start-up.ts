import {
  type AnalyticsLogger,
  classifyModule,
  createAnalyticsLogger,
  environmentOfHostname,
} from '@scantix/analytics-logger';
import { type ApiClient, createApiClient, postScans } from '@scantix/api-contract';
import { type AuthSession, createAuthSession } from '@scantix/auth-session';
import { type AppConfiguration, createConfiguration } from '@scantix/config';
import { createDeviceIdentity, type DeviceIdentity } from '@scantix/device-id';
import { createErrorReporter, type ErrorReporter, scrubSecrets } from '@scantix/error-reporter';
import { createFeatureFlags, type FeatureFlags } from '@scantix/feature-flags';
import { createScanLedger, type ScanLedger } from '@scantix/scan-ledger';
import { createTheme } from '@scantix/theme';
import {
  type ConfirmationBus,
  createConfirmationBus,
  createToastBus,
  suppressDoubleTap,
  type ToastBus,
} from '@scantix/ui-shell';
import { createStore } from 'jotai';
import { type AppAtoms, createAppAtoms } from './app-atoms.ts';
import { logDebugEvents } from './debug-events.ts';
import { createScanDesk, type ScanDesk } from './scan/scan-desk.ts';
import { createScanSounds, type ScanSounds } from './scan/scan-sounds.ts';

/** Everything the views work with, made once and wired here and nowhere else. */
export interface AppServices {
  readonly configuration: AppConfiguration;
  readonly flags: FeatureFlags;
  readonly device: DeviceIdentity;
  readonly logger: AnalyticsLogger;
  readonly reporter: ErrorReporter;
  readonly session: AuthSession;
  readonly api: ApiClient;
  readonly ledger: ScanLedger;
  readonly sounds: ScanSounds;
  readonly desk: ScanDesk;
  readonly confirmations: ConfirmationBus;
  readonly toasts: ToastBus;
  readonly store: ReturnType<typeof createStore>;
  readonly atoms: AppAtoms;
}

/**
 * The composition root. Each step starts in the order of the specification (section 4): configuration, device
 * fingerprint, analytics logger, error reporter; mounting is the caller's. The heavy third parties behind the steps
 * load later and take over what was queued.
 *
 * @throws ConfigurationError when the runtime configuration is missing or wrong.
 */
export function startUp(): AppServices {
  const theme = createTheme();
  theme.start();

  const configuration = createConfiguration().initialize();
  const flags = createFeatureFlags({ values: configuration.featureFlags });

  const device = createDeviceIdentity();
  device.start();

  const logger = startAnalyticsLogger(configuration, flags, device);

  const reporter = createErrorReporter(configuration.sentry);
  reporter.start();

  const session = startSession(configuration, flags, device, logger, reporter);
  const api = createApiClient({ baseUrl: configuration.apiBaseUrl, fetch: session.fetchWithSession });
  const ledger = startLedger(api, session, device);
  if (flags.isEnabled('ENABLE_DEBUG_MODE')) logDebugEvents({ logger, session, ledger });

  const store = createStore();
  const atoms = createAppAtoms({ session, theme, ledger });
  const sounds = createScanSounds({ isEnabled: () => store.get(atoms.soundsAtom) });

  suppressDoubleTap(document);

  return {
    configuration,
    flags,
    device,
    logger,
    reporter,
    session,
    api,
    ledger,
    sounds,
    desk: createScanDesk({ ledger, logger, sounds }),
    confirmations: createConfirmationBus(),
    toasts: createToastBus(),
    store,
    atoms,
  };
}

function startAnalyticsLogger(
  { axiom, appName, appVersion, apiBaseUrl }: AppConfiguration,
  flags: FeatureFlags,
  deviceIdentity: DeviceIdentity,
): AnalyticsLogger {
  const { hostname } = window.location;
  const logger = createAnalyticsLogger({
    ...axiom,
    app: {
      name: appName,
      version: appVersion,
      environment: environmentOfHostname(hostname),
      domain: hostname,
      apiBaseUrl,
    },
    deviceIdentity,
    debug: flags.isEnabled('ENABLE_DEBUG_MODE'),
    scrub: scrubSecrets,
  });
  logger.start();
  return logger;
}

function startSession(
  { apiBaseUrl, offlineSessionGraceMs }: AppConfiguration,
  flags: FeatureFlags,
  deviceIdentity: DeviceIdentity,
  logger: AnalyticsLogger,
  reporter: ErrorReporter,
): AuthSession {
  const session = createAuthSession({
    baseUrl: apiBaseUrl,
    deviceIdentity,
    offlineGraceMs: offlineSessionGraceMs,
    useSecureCookies: flags.isEnabled('USE_SECURE_COOKIE_AUTH'),
    log: {
      log: (event) => logger.log(event),
      logApiCall: (call) => logger.logApiCall({ ...call, module: classifyModule(call.endpoint) }),
    },
  });
  let userId: string | null = null;
  session.subscribe(() => {
    const state = session.getSnapshot();
    const user = state.status === 'signed-in' ? state.user : null;
    if ((user?.id ?? null) === userId || state.status === 'restoring' || state.status === 'signing-in') return;
    userId = user?.id ?? null;
    reporter.setUser(user);
    if (user) logger.setUser(user);
    else logger.clearUser();
  });
  void session.start();
  return session;
}

function startLedger(api: ApiClient, session: AuthSession, device: DeviceIdentity): ScanLedger {
  const ledger = createScanLedger({
    transport: { send: (scans, { signal }) => api.call(postScans, { body: { scans }, signal }) },
    owner: () => {
      const state = session.getSnapshot();
      return state.status === 'signed-in' ? state.user : null;
    },
    deviceId: () => device.getDeviceId(),
  });
  void ledger.start();
  // Whoever signs in on this device delivers what waits for their domain.
  session.subscribe(() => {
    if (session.getSnapshot().status === 'signed-in') void ledger.drain();
  });
  return ledger;
}
