import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { withoutLive } from './live-result.ts';

/**
 * React Router's `BrowserRouter` without the module that it stands in, which also has forms and data routers: 2 KB
 * that Sign In does not need.
 */
export function BrowserHistoryRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setNavigation] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen(({ action: next, location: to }) =>
        startTransition(() => setNavigation({ action: next, location: next === 'POP' ? withoutLive(to) : to })),
      ),
    [history],
  );
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
