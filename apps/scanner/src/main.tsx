import '@scantix/theme/tokens.css';
import '@scantix/ui-shell/frame.css';
import './styles/app.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './app.tsx';
import { routeAt } from './routes/route-table.ts';
import type { StartServices } from './services/services.ts';
import { startUp } from './start-up.ts';
import { ConfigurationErrorView } from './views/configuration-error/configuration-error-view.tsx';

const SOON_MS = 1_000;

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
void mount(createRoot(container));

/** No top-level await: no view could then share a file with this one, and the first route would be thirty of them. */
async function mount(root: Root): Promise<void> {
  try {
    const services = startUp();
    // The first paint is in the clerk's language (English, in the source, is there at once), and of the view itself.
    await Promise.all([services.translator.start(), loadFirstView(services), signedInSoon(services)]);
    // In slices, as a transition is: a slow phone answers a tap in between.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App services={services} />
        </StrictMode>,
      ),
    );
    // After all that the first view needs: the service worker fetches every other file.
    if (import.meta.env.PROD) void services.update.start();
  } catch (error) {
    root.render(<ConfigurationErrorView error={error} />);
  }
}

/** Where somebody may be signed in it is known at once; only where the server has to say it a skeleton stands until then. */
function signedInSoon({ session, loadSignedInApp }: StartServices): Promise<unknown> {
  const decided = new Promise<void>((resolve) => {
    const look = () => session.getSnapshot().status !== 'restoring' && resolve();
    session.subscribe(look);
    look();
  });
  const loaded = decided.then(async () => {
    if (session.getSnapshot().status === 'signed-in') await loadSignedInApp().catch(() => {});
  });
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
}

/** A view that cannot be loaded now says so where it would stand. */
function loadFirstView({ session }: StartServices): Promise<unknown> {
  const path = session.getSnapshot().status === 'restoring' ? window.location.pathname : '/login';
  return (
    routeAt(path)
      ?.load()
      .catch(() => {}) ?? Promise.resolve()
  );
}
