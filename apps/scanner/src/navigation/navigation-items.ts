import { ChartColumn, House, type LucideIcon, ScanBarcode, Settings } from 'lucide-react';
import type { AppConfiguration, Feature } from '../configuration/app-configuration.ts';

interface NavigationItem {
  readonly href: string;
  /** A message id. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** The area that it leads to; without one it cannot be switched off. */
  readonly feature?: Feature;
}

/** The four tabs of the specification, section 2. */
const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { href: '/', label: /*i18n*/ 'Home', icon: House },
  { href: '/scanner', label: /*i18n*/ 'Scanner', icon: ScanBarcode },
  { href: '/reports', label: /*i18n*/ 'Reports', icon: ChartColumn, feature: 'reports' },
  { href: '/settings', label: /*i18n*/ 'Settings', icon: Settings },
];

/** The tabs whose areas are on. */
export function navigationItems({
  isFeatureEnabled,
}: Pick<AppConfiguration, 'isFeatureEnabled'>): readonly NavigationItem[] {
  return NAVIGATION_ITEMS.filter(({ feature }) => feature === undefined || isFeatureEnabled(feature));
}

/** A tab is active when the current path starts with its path; Home only on exactly `/`. */
export function isActiveTab(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname.startsWith(href);
}
