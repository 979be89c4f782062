import { ErrorBoundary } from '@scantix/error-reporter/react';
import { Provider } from 'jotai';
import { BrowserHistoryRouter } from './navigation/browser-history-router.tsx';
import { AppRoutes } from './routes/app-routes.tsx';
import { StartContext } from './services/app-context.ts';
import type { StartServices } from './services/services.ts';
import { UnexpectedErrorView } from './views/unexpected-error/unexpected-error-view.tsx';

/** The app: providers for its services, one jotai store, one router. */
export function App({ services }: { services: StartServices }) {
  return (
    <StartContext value={services}>
      <Provider store={services.store}>
        <ErrorBoundary reporter={services.reporter} fallback={({ error }) => <UnexpectedErrorView error={error} />}>
          <BrowserHistoryRouter>
            <AppRoutes />
          </BrowserHistoryRouter>
        </ErrorBoundary>
      </Provider>
    </StartContext>
  );
}
