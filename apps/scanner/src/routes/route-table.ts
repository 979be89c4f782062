import { parseScanResultAddress } from '@scantix/api-contract';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router';

/** One screen of the specification, section 2. */
export interface AppRoute {
  readonly path: string;
  /** An English message. */
  readonly title: string;
  readonly requiresAuth: boolean;
  readonly view: LazyExoticComponent<ComponentType>;
}

/** Every route, loaded on demand. The last one answers for every other path. */
export const APP_ROUTES: readonly AppRoute[] = [
  {
    path: '/login',
    title: /*i18n*/ 'Sign In',
    requiresAuth: false,
    view: lazy(async () => ({ default: (await import('../views/login/login-view.tsx')).LoginView })),
  },
  {
    path: '/',
    title: /*i18n*/ 'Scanner',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/home/home-view.tsx')).HomeView })),
  },
  {
    path: '/scanner',
    title: /*i18n*/ 'Barcode Scanner',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/scanner/scanner-view.tsx')).ScannerView })),
  },
  {
    path: '/scan-result/:barcode/:mode?',
    title: /*i18n*/ 'Scan Result',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/scan-result/scan-result-view.tsx')).ScanResultView })),
  },
  {
    path: '/results',
    title: /*i18n*/ 'Scan Results',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/results/results-view.tsx')).ResultsView })),
  },
  {
    path: '/reports',
    title: /*i18n*/ 'Reports',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/reports/reports-view.tsx')).ReportsView })),
  },
  {
    path: '/settings',
    title: /*i18n*/ 'Settings',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/settings/settings-view.tsx')).SettingsView })),
  },
  {
    path: '*',
    title: /*i18n*/ 'Page Not Found',
    requiresAuth: false,
    view: lazy(async () => ({ default: (await import('../views/not-found/not-found-view.tsx')).NotFoundView })),
  },
];

/** The title of what stands at an address. A scan result that names no scan is a path like any other unknown one. */
export function titleAt(location: { pathname: string; search: string }): string | undefined {
  const route = APP_ROUTES.find(({ path }) => matchPath(path, location.pathname));
  const isBroken = route?.path.startsWith('/scan-result/') && parseScanResultAddress(location) === null;
  return isBroken ? APP_ROUTES.at(-1)?.title : route?.title;
}
