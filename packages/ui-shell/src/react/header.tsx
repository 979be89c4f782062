import { LogOut, Moon, Settings, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, IconButtonLink } from './icon-button.tsx';
import { type ShellLabels, withDefaults } from './labels.ts';

/** Props of {@link Header}. */
export interface HeaderProps {
  /** The page's title. @default labels.title, 'Scantix Scanner' */
  readonly title?: string | undefined;
  /** A line under the title, such as the place that a device works for. @default none */
  readonly detail?: ReactNode;
  /** The theme that is on. @default 'light' */
  readonly theme?: 'dark' | 'light' | undefined;
  /** Switches the theme. @default no such button */
  readonly onToggleTheme?: (() => void) | undefined;
  /** Where the settings are. @default no such button */
  readonly settingsHref?: string | undefined;
  /** Signs out. @default no such button */
  readonly onSignOut?: (() => void) | undefined;
  /** Buttons of the app, left of the three. @default none */
  readonly actions?: ReactNode;
  /** Any of the texts of `defaultLabels`. @default English */
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** The bar at the top: the title as `h1`, the app's buttons, and those for theme, settings and sign-out that it asks for. */
export function Header({ title, detail, theme, onToggleTheme, settingsHref, onSignOut, actions, labels }: HeaderProps) {
  const text = withDefaults(labels);
  const isDark = theme === 'dark';
  return (
    <header className="stx-header">
      <div className="stx-header__title">
        <h1 tabIndex={-1}>{title ?? text.title}</h1>
        {detail && <p className="stx-header__detail">{detail}</p>}
      </div>
      {actions}
      {onToggleTheme && (
        <IconButton
          label={isDark ? text.switchToLight : text.switchToDark}
          icon={isDark ? <Sun /> : <Moon />}
          onClick={onToggleTheme}
        />
      )}
      {settingsHref !== undefined && <IconButtonLink label={text.settings} icon={<Settings />} href={settingsHref} />}
      {onSignOut && <IconButton label={text.signOut} icon={<LogOut />} onClick={onSignOut} />}
    </header>
  );
}
