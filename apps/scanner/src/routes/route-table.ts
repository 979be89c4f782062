import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** One screen of the specification, section 2. */
export interface AppRoute {
  readonly path: string;
  readonly title: string;
  readonly requiresAuth: boolean;
  readonly view: LazyExoticComponent<ComponentType>;
}

/** Every route, loaded on demand. The order does not matter: the router matches the most specific. */
export const APP_ROUTES: readonly AppRoute[] = [
  {
    path: '/login',
    title: 'Sign In',
    requiresAuth: false,
    view: lazy(async () => ({ default: (await import('../views/login/login-view.tsx')).LoginView })),
  },
  {
    path: '/',
    title: 'Scanner',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/home/home-view.tsx')).HomeView })),
  },
  {
    path: '/scanner',
    title: 'Barcode Scanner',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/scanner/scanner-view.tsx')).ScannerView })),
  },
  {
    path: '/scan-result/:barcode/:mode?',
    title: 'Scan Result',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/scan-result/scan-result-view.tsx')).ScanResultView })),
  },
  {
    path: '/results',
    title: 'Scan Results',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/results/results-view.tsx')).ResultsView })),
  },
  {
    path: '/reports',
    title: 'Reports',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/reports/reports-view.tsx')).ReportsView })),
  },
  {
    path: '/settings',
    title: 'Settings',
    requiresAuth: true,
    view: lazy(async () => ({ default: (await import('../views/settings/settings-view.tsx')).SettingsView })),
  },
  {
    path: '*',
    title: 'Page Not Found',
    requiresAuth: false,
    view: lazy(async () => ({ default: (await import('../views/not-found/not-found-view.tsx')).NotFoundView })),
  },
];
