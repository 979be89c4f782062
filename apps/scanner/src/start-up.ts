import { createErrorReporter } from '@scantix/error-reporter';
import { createFeatureFlags } from '@scantix/feature-flags';
import { createSpeaker } from '@scantix/feedback';
import type { Theme } from '@scantix/theme';
import { suppressDoubleTap } from '@scantix/ui-shell';
import { createAppUpdate, createInstallPrompt, createScriptUrlPolicy } from '@scantix/web-app';
import { createStore } from 'jotai';
import { adaptManifest } from './browser/adapt-manifest.ts';
import type { AppConfiguration } from './configuration/app-configuration.ts';
import { createSignedInAppLoader } from './load-signed-in-app.ts';
import { createStartAtoms } from './services/app-atoms.ts';
import type { StartServices } from './services/services.ts';
import { startAnalyticsLogger, startWebVitals } from './start-analytics-logger.ts';
import { startDeviceIdentity } from './start-device-identity.ts';
import { createUserSession, startSession } from './start-session.ts';
import { createAppTranslator } from './start-translator.ts';

interface StartUpOptions {
  readonly configuration: AppConfiguration;
  readonly theme: Theme;
}

/**
 * The composition root. Each step starts in the order of the specification (section 4): the caller has loaded the
 * configuration; device fingerprint, analytics logger, error reporter; the caller then mounts the app. The third parties
 * behind the steps load after the first paint and take over what was queued. What only signed-in users need starts in
 * start-signed-in.ts.
 */
export function startUp({ configuration, theme }: StartUpOptions): StartServices {
  const flags = createFeatureFlags({ values: configuration.featureFlags });

  const device = startDeviceIdentity({
    // The logger starts after the device; the fingerprint fails later still.
    error: (name, error) => logger.log({ name, level: 'error', category: 'system', properties: { error } }),
  });
  const logger = startAnalyticsLogger({ configuration, flags, device });
  const reporter = createErrorReporter(configuration.sentry);
  reporter.start();
  if (flags.isEnabled('ENABLE_PERFORMANCE_METRICS')) void startWebVitals(logger);

  const answers: StartServices['answers'] = {};
  const session = createUserSession({ configuration, flags, device, logger, reporter, answers });
  suppressDoubleTap(document);
  adaptManifest(configuration);
  const install = createInstallPrompt();
  install.start();
  // The page's content security policy allows this name only.
  const scriptUrls = createScriptUrlPolicy({ name: 'scantix' });
  const update = createAppUpdate({ policy: scriptUrls });

  const services: StartServices = {
    configuration,
    flags,
    device,
    logger,
    reporter,
    session,
    translator: createAppTranslator(flags),
    speaker: createSpeaker(),
    scriptUrls,
    update,
    install,
    store: createStore(),
    answers,
    atoms: createStartAtoms({ session, theme, update }),
    ...createSignedInAppLoader(() => services),
  };
  startSession(services);
  return services;
}
