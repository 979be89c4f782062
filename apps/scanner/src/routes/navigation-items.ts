import { ChartColumn, House, ScanBarcode, Settings } from 'lucide-react';

/** The four tabs of the specification, section 2. */
export const NAVIGATION_ITEMS = [
  { href: '/', label: 'Home', icon: House },
  { href: '/scanner', label: 'Scanner', icon: ScanBarcode },
  { href: '/reports', label: 'Reports', icon: ChartColumn },
  { href: '/settings', label: 'Settings', icon: Settings },
] as const;

/** A tab is active when the current path starts with its path; Home only on exactly `/`. */
export function isActiveTab(href: string, pathname: string): boolean {
  return href === '/' ? pathname === '/' : pathname.startsWith(href);
}
