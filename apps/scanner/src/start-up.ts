import { type AnalyticsLogger, createAnalyticsLogger, environmentOfHostname } from '@scantix/analytics-logger';
import { type AuthSession, createLateAuthSession } from '@scantix/auth-session';
import { type AppConfiguration, createConfiguration } from '@scantix/config';
import { createDeviceIdentity, type DeviceIdentity } from '@scantix/device-id';
import { createErrorReporter, type ErrorReporter, scrubSecrets } from '@scantix/error-reporter';
import { createFeatureFlags, type FeatureFlags } from '@scantix/feature-flags';
import { createTheme } from '@scantix/theme';
import { suppressDoubleTap } from '@scantix/ui-shell';
import { createStore } from 'jotai';
import { whenQuiet } from './browser/when-quiet.ts';
import type { SessionParts } from './create-session.ts';
import { logSessionEvents } from './debug-events.ts';
import { createTranslator } from './i18n/create-translator.ts';
import { createSignedInAppLoader, preloadSignedInApp } from './load-signed-in-app.ts';
import { createAppUpdate } from './pwa/create-app-update.ts';
import { createInstallPrompt } from './pwa/create-install-prompt.ts';
import { createSpeaker } from './scan/speaker.ts';
import { createStartAtoms } from './services/app-atoms.ts';
import type { StartServices } from './services/services.ts';

/**
 * The composition root. Each step starts in the order of the specification (section 4): configuration, device
 * fingerprint, analytics logger, error reporter; mounting is the caller's. The heavy third parties behind the steps
 * load later and take over what was queued; ledger, calls and sounds (start-signed-in.ts) come with the first session.
 *
 * @throws ConfigurationError when the runtime configuration is missing or wrong.
 */
export function startUp(): StartServices {
  const theme = createTheme();
  theme.start();

  const configuration = createConfiguration().initialize();
  const flags = createFeatureFlags({ values: configuration.featureFlags });

  // The logger asks for the id at once; without it nobody does before Sign In.
  const device = createDeviceIdentity(configuration.axiom.enabled ? {} : { whenPainted: () => whenQuiet() });
  device.start();

  const logger = startAnalyticsLogger(configuration, flags, device);

  const reporter = createErrorReporter(configuration.sentry);
  reporter.start();

  if (flags.isEnabled('ENABLE_PERFORMANCE_METRICS')) void startMetrics(logger);

  const session = createUserSession({ configuration, flags, device, logger }, reporter);
  if (flags.isEnabled('ENABLE_DEBUG_MODE')) logSessionEvents({ logger, session });

  suppressDoubleTap(document);
  const install = createInstallPrompt();
  install.start();

  const services: StartServices = {
    configuration,
    flags,
    device,
    logger,
    reporter,
    session,
    translator: createTranslator({ offersLanguages: flags.isEnabled('ENABLE_MULTI_LANGUAGE') }),
    speaker: createSpeaker(),
    update: createAppUpdate(),
    install,
    store: createStore(),
    atoms: createStartAtoms({ session, theme }),
    ...createSignedInAppLoader(() => services),
  };
  // The first view finds the session as it is by then.
  services.store.sub(services.atoms.sessionAtom, () => {});
  // Not only with a view: scans that wait are sent whatever the signed-in look at.
  session.subscribe(() => {
    if (session.getSnapshot().status === 'signed-in') services.loadSignedInApp().catch(() => {});
  });
  void session.start();
  // Somebody may be signed in: the code that they need comes beside the one that finds out.
  if (session.getSnapshot().status === 'restoring') void preloadSignedInApp();
  return services;
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

async function startMetrics(logger: AnalyticsLogger): Promise<void> {
  await whenQuiet();
  const { reportWebVitals } = await import('./metrics/report-web-vitals.ts');
  await reportWebVitals(logger);
}

function createUserSession(parts: SessionParts, reporter: ErrorReporter): AuthSession {
  const session = createLateAuthSession({
    load: async () => (await import('./create-session.ts')).createSession(parts),
    // The form first; a sign-in that comes sooner loads it itself.
    ready: () => whenQuiet(1_000),
  });
  const { logger } = parts;
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
  return session;
}
