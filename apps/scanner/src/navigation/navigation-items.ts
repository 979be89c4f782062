import { ChartColumn, House, ScanBarcode, Settings } from 'lucide-react';

/** The four tabs of the specification, section 2. The labels are message ids. */
export const NAVIGATION_ITEMS = [
  { href: '/', label: /*i18n*/ 'Home', icon: House },
  { href: '/scanner', label: /*i18n*/ 'Scanner', icon: ScanBarcode },
  { href: '/reports', label: /*i18n*/ 'Reports', icon: ChartColumn },
  { href: '/settings', label: /*i18n*/ 'Settings', icon: Settings },
] as const;

/** A tab is active when the current path starts with its path; Home only on exactly `/`. */
export function isActiveTab(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname.startsWith(href);
}
