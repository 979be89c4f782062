import { nextTask } from '@scantix/runtime-utils';
import { createTheme } from '@scantix/theme';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './app.tsx';
import { whenQuiet } from './browser/when-quiet.ts';
import { readAppConfiguration } from './configuration/app-configuration.ts';
import { routeAt } from './routes/route-table.ts';
import type { StartServices } from './services/services.ts';
import { startUp } from './start-up.ts';
import { ConfigurationErrorView } from './views/configuration-error/configuration-error-view.tsx';
import { isWiping } from './wipe/is-wiping.ts';

/** How long the first render waits for the server to restore a session before it shows a skeleton. */
const RESTORE_TIMEOUT_MS = 1_000;

const loadWipe = () => import('./wipe/index.ts');

// React says so where the page has no such element.
void mount(createRoot(document.getElementById('root') as HTMLElement));

/** No top-level await: the bundler could then put no view into the file of this module. */
async function mount(root: Root): Promise<void> {
  // Tasks of their own: evaluating the modules takes as long on a slow phone, and the first media query half as long.
  await nextTask();
  // Before the configuration, whose error has the theme, too.
  const theme = createTheme();
  theme.start();
  await nextTask();
  try {
    const configuration = readAppConfiguration();
    if (isWiping()) return await (await loadWipe()).finishWipe(root, configuration);
    const isOffline = configuration.isFeatureEnabled('offline');
    // First: the reload must not interrupt a call, such as a refresh of the session.
    if (!isOffline && (await (await import('./browser/remove-offline.ts')).removeOffline())) {
      return location.reload();
    }
    const services = startUp({ configuration, theme });
    // The first paint shows the view itself in the user's language. English is in the source and needs no load.
    await Promise.all([services.translator.start(), loadFirstView(services), whenSignedInAppLoaded(services)]);
    // A transition renders in slices, so that a slow phone can answer a tap in between.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App services={services} />
        </StrictMode>,
      ),
    );
    if (import.meta.env.PROD && isOffline) void services.update.start();
    whenQuiet()
      .then(loadWipe)
      .then(({ careForDevice }) => careForDevice(services))
      .catch(() => {});
  } catch (error) {
    root.render(<ConfigurationErrorView error={error} />);
  }
}

/** Resolves when the session is decided and, for a signed-in user, their part of the app is loaded; or after the timeout. */
function whenSignedInAppLoaded({ session, loadSignedInApp }: StartServices): Promise<unknown> {
  const decided = new Promise<void>((resolve) => {
    const check = () => session.getSnapshot().status !== 'restoring' && resolve();
    session.subscribe(check);
    check();
  });
  const loaded = decided.then(async () => {
    if (session.getSnapshot().status === 'signed-in') await loadSignedInApp().catch(() => {});
  });
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, RESTORE_TIMEOUT_MS))]);
}

/** A load that fails is ignored here: the route shows the error when it renders the view. */
function loadFirstView({ configuration, session }: StartServices): Promise<unknown> {
  const path = session.getSnapshot().status === 'restoring' ? location.pathname : '/login';
  return routeAt(path, configuration)
    .load()
    .catch(() => {});
}
