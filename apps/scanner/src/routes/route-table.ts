import { parseScanResultAddress } from '@scantix/api-contract';
import { type ComponentType, createElement, lazy, useState } from 'react';
import { matchPath } from 'react-router';

/** One screen of the specification, section 2. */
export interface AppRoute {
  readonly path: string;
  /** An English message. */
  readonly title: string;
  readonly requiresAuth: boolean;
  readonly view: ComponentType;
  /** Loads the view's code ahead of its first showing. */
  readonly load: () => Promise<ComponentType>;
}

function onDemand(load: () => Promise<ComponentType>): Pick<AppRoute, 'view' | 'load'> {
  let loaded: ComponentType | null = null;
  const open = async () => {
    loaded = await load();
    return loaded;
  };
  const Later = lazy(async () => ({ default: await open() }));
  function view() {
    // At once where it is there: what a view waits behind, however shortly, React leaves standing for 300 ms.
    const [shown] = useState<ComponentType>(() => loaded ?? Later);
    return createElement(shown);
  }
  return { view, load: open };
}

/** A view that asks the server. */
function asking(load: () => Promise<ComponentType>): Pick<AppRoute, 'view' | 'load'> {
  return onDemand(async () => {
    const [View, { withQueries }] = await Promise.all([load(), import('./with-queries.tsx')]);
    return withQueries(View);
  });
}

/** Every route, loaded on demand. The last one answers for every other path. */
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
    ...asking(async () => (await import('../views/scan-result/scan-result-view.tsx')).ScanResultView),
  },
  {
    path: '/results',
    title: /*i18n*/ 'Scan Results',
    requiresAuth: true,
    ...asking(async () => (await import('../views/results/results-view.tsx')).ResultsView),
  },
  {
    path: '/reports',
    title: /*i18n*/ 'Reports',
    requiresAuth: true,
    ...asking(async () => (await import('../views/reports/reports-view.tsx')).ReportsView),
  },
  {
    path: '/settings',
    title: /*i18n*/ 'Settings',
    requiresAuth: true,
    ...asking(async () => (await import('../views/settings/settings-view.tsx')).SettingsView),
  },
  {
    path: '*',
    title: /*i18n*/ 'Page Not Found',
    requiresAuth: false,
    ...onDemand(async () => (await import('../views/not-found/not-found-view.tsx')).NotFoundView),
  },
];

/** The route that answers for a path. */
export function routeAt(pathname: string): AppRoute | undefined {
  return APP_ROUTES.find(({ path }) => matchPath(path, pathname));
}

/** The title of what stands at an address. A scan result that names no scan is a path like any other unknown one. */
export function titleAt(location: { pathname: string; search: string }): string | undefined {
  const route = routeAt(location.pathname);
  const isBroken = route?.path.startsWith('/scan-result/') && parseScanResultAddress(location) === null;
  return isBroken ? APP_ROUTES.at(-1)?.title : route?.title;
}
