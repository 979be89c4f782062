import { parseScanResultAddress } from '@scantix/api-contract';
import { type ComponentType, createElement, lazy, useState } from 'react';
import { matchPath } from 'react-router';

/** One screen of the specification, section 2. */
export interface AppRoute {
  readonly path: string;
  /** A message id. */
  readonly title: string;
  readonly requiresAuth: boolean;
  readonly view: ComponentType;
  /** Loads the code of the view before it is first rendered. */
  readonly load: () => Promise<ComponentType>;
}

function onDemand(load: () => Promise<ComponentType>): Pick<AppRoute, 'view' | 'load'> {
  let loaded: ComponentType | null = null;
  const loadView = async () => {
    loaded = await load();
    return loaded;
  };
  const LazyView = lazy(async () => ({ default: await loadView() }));
  function view() {
    // A loaded view renders at once: React keeps any Suspense fallback on the screen for at least 300 ms.
    const [shown] = useState<ComponentType>(() => loaded ?? LazyView);
    return createElement(shown);
  }
  return { view, load: loadView };
}

/** A view that reads from the server. */
function withServerData(load: () => Promise<ComponentType>): Pick<AppRoute, 'view' | 'load'> {
  return onDemand(async () => {
    const [View, { withQueries }] = await Promise.all([load(), import('./with-queries.tsx')]);
    return withQueries(View);
  });
}

/** All routes; their views load on demand. The last one matches every other path. */
export const APP_ROUTES: readonly AppRoute[] = [
  {
    path: '/login',
    title: /*i18n*/ 'Sign In',
    requiresAuth: false,
    ...onDemand(async () => (await import('../views/login/login-view.tsx')).LoginView),
  },
  {
    path: '/',
    title: /*i18n*/ 'Scanner',
    requiresAuth: true,
    ...onDemand(async () => (await import('../views/home/home-view.tsx')).HomeView),
  },
  {
    path: '/scanner',
    title: /*i18n*/ 'Barcode Scanner',
    requiresAuth: true,
    ...onDemand(async () => (await import('../views/scanner/scanner-view.tsx')).ScannerView),
  },
  {
    path: '/scan-result/:barcode/:mode?',
    title: /*i18n*/ 'Scan Result',
    requiresAuth: true,
    ...withServerData(async () => (await import('../views/scan-result/scan-result-view.tsx')).ScanResultView),
  },
  {
    path: '/results',
    title: /*i18n*/ 'Scan Results',
    requiresAuth: true,
    ...withServerData(async () => (await import('../views/results/results-view.tsx')).ResultsView),
  },
  {
    path: '/reports',
    title: /*i18n*/ 'Reports',
    requiresAuth: true,
    ...withServerData(async () => (await import('../views/reports/reports-view.tsx')).ReportsView),
  },
  {
    path: '/settings',
    title: /*i18n*/ 'Settings',
    requiresAuth: true,
    ...withServerData(async () => (await import('../views/settings/settings-view.tsx')).SettingsView),
  },
  {
    path: '*',
    title: /*i18n*/ 'Page Not Found',
    requiresAuth: false,
    ...onDemand(async () => (await import('../views/not-found/not-found-view.tsx')).NotFoundView),
  },
];

/** The route that matches a path. */
export function routeAt(pathname: string): AppRoute | undefined {
  return APP_ROUTES.find(({ path }) => matchPath(path, pathname));
}

/** The title of the view at an address. An invalid Scan Result address has the title of an unknown path. */
export function titleAt(location: { pathname: string; search: string }): string | undefined {
  const route = routeAt(location.pathname);
  const isInvalid = route?.path.startsWith('/scan-result/') && parseScanResultAddress(location) === null;
  return isInvalid ? APP_ROUTES.at(-1)?.title : route?.title;
}
