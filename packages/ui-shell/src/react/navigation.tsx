import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { type ShellLabels, withDefaults } from './labels.ts';
import { Link } from './link.tsx';

/** One link of the navigation. */
export interface NavigationItem {
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** Whether this is the current view. @default false */
  readonly current?: boolean;
  /** Whether the current view belongs to this one; marked lightly, and not as the current one. @default false */
  readonly near?: boolean;
}

/** Props of {@link Navigation}. */
export interface NavigationProps {
  readonly navigation: readonly NavigationItem[];
  /** The product's logo, shown from 600 px, and its name, from 1024 px. */
  readonly brand?: { readonly mark: ReactNode; readonly name: string };
  /** Who is signed in: shown at the foot of the side bar, from 1024 px. */
  readonly account?: { readonly name: string; readonly detail?: string };
  /** Any of the texts of `defaultLabels`. @default English */
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** The landmark *Main*: a bar at the bottom below 600 px, a rail from 600 px, a side bar from 1024 px. */
export function Navigation({ navigation, brand, account, labels }: NavigationProps) {
  return (
    <nav className="stx-nav" aria-label={withDefaults(labels).navigation}>
      {brand && (
        <div className="stx-nav__brand">
          {brand.mark}
          <span>{brand.name}</span>
        </div>
      )}
      <ul>
        {navigation.map(({ href, label, icon, current = false, near = false }) => (
          <li key={href}>
            <Link
              className={classNames('stx-nav__link', near && !current && 'stx-nav__link--near')}
              href={href}
              aria-current={current ? 'page' : undefined}
            >
              {icon}
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {account && (
        <div className="stx-nav__account">
          <b>{account.name}</b>
          {account.detail && <span>{account.detail}</span>}
        </div>
      )}
    </nav>
  );
}
