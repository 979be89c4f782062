import { parseScanResultAddress } from '@scantix/api-contract';
import { type ComponentType, createElement, lazy, useState } from 'react';
import { matchPath } from 'react-router';
import type { AppConfiguration, Feature } from '../configuration/app-configuration.ts';

/** One screen of the specification, section 2. */
export interface AppRoute {
  readonly path: string;
  /** A message id. */
  readonly title: string;
  /** Whether it is shown to people who are not signed in. @default false */
  readonly isPublic?: true;
  /** The area that the screen is; without one it cannot be switched off. */
  readonly feature?: Feature;
  /** Whether the screen can be over the live camera. */
  readonly hasCamera?: boolean;
  readonly view: ComponentType;
  /** Loads the code of the view before it is first rendered. */
  readonly load: () => Promise<ComponentType>;
}

/** A component whose code loads with its first use; `load` called again recovers from a load that failed. */
export function onDemand<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const loadView = async () => {
    loaded = await load();
    return loaded;
  };
  const LazyView = lazy(async () => ({ default: await loadView() }));
  function view(props: Props) {
    // A loaded view renders at once: React keeps any Suspense fallback on the screen for at least 300 ms.
    const [shown] = useState<ComponentType<Props>>(() => loaded ?? LazyView);
    return createElement(shown, props);
  }
  return { view, load: loadView };
}

/** A view that reads from the server. */
function withServerData(load: () => Promise<ComponentType>): Pick<AppRoute, 'view' | 'load'> {
  return onDemand(async () => {
    const [View, { withQueries }] = await Promise.all([load(), import('../queries/with-queries.tsx')]);
    return withQueries(View);
  });
}

/** Scan Result; the camera stage loads it too. */
export const SCAN_RESULT: AppRoute = {
  path: '/scan-result/:barcode/:mode?',
  title: /*i18n*/ 'Scan Result',
  hasCamera: true,
  ...withServerData(async () => (await import('../views/scan-result/scan-result-view.tsx')).ScanResultView),
};

/** The view of every other path, and of a route whose area is off. */
const NOT_FOUND: AppRoute = {
  path: '*',
  title: /*i18n*/ 'Page Not Found',
  isPublic: true,
  ...onDemand(async () => (await import('../views/not-found/not-found-view.tsx')).NotFoundView),
};

/** The other routes; the views of all of them load on demand. */
const APP_ROUTES: readonly AppRoute[] = [
  {
    path: '/login',
    title: /*i18n*/ 'Sign In',
    isPublic: true,
    ...onDemand(async () => (await import('../views/login/login-view.tsx')).LoginView),
  },
  {
    path: '/',
    title: /*i18n*/ 'Scanner',
    ...onDemand(async () => (await import('../views/home/home-view.tsx')).HomeView),
  },
  {
    path: '/scanner',
    title: /*i18n*/ 'Barcode Scanner',
    hasCamera: true,
    ...onDemand(async () => (await import('../views/scanner/scanner-view.tsx')).ScannerView),
  },
  SCAN_RESULT,
  {
    path: '/results',
    title: /*i18n*/ 'Scan Results',
    feature: 'results',
    ...withServerData(async () => (await import('../views/results/results-view.tsx')).ResultsView),
  },
  {
    path: '/reports',
    title: /*i18n*/ 'Reports',
    feature: 'reports',
    ...withServerData(async () => (await import('../views/reports/reports-view.tsx')).ReportsView),
  },
  {
    path: '/settings',
    title: /*i18n*/ 'Settings',
    ...withServerData(async () => (await import('../views/settings/settings-view.tsx')).SettingsView),
  },
];

/** What says which areas are on. */
type Features = Pick<AppConfiguration, 'isFeatureEnabled'>;

/** The route of a path as it is written, if its area is on. */
export function routeAt(pathname: string, { isFeatureEnabled }: Features): AppRoute {
  const isShown = ({ path, feature }: AppRoute) =>
    matchPath({ path, caseSensitive: true }, pathname) && (feature === undefined || isFeatureEnabled(feature));
  return APP_ROUTES.find(isShown) ?? NOT_FOUND;
}

/** The title of the view at an address. An invalid Scan Result address has the title of an unknown path. */
export function titleAt(location: { pathname: string; search: string }, features: Features): string {
  const route = routeAt(location.pathname, features);
  const isInvalid = route === SCAN_RESULT && parseScanResultAddress(location) === null;
  return (isInvalid ? NOT_FOUND : route).title;
}
