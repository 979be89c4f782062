import { LogOut, Moon, Settings, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, IconButtonLink } from './icon-button.tsx';
import { type ShellLabels, withDefaults } from './labels.ts';

/** Props of {@link Header}. */
export interface HeaderProps {
  /** The page's title. @default labels.title, 'Scantix Scanner' */
  readonly title?: string | undefined;
  readonly theme: 'dark' | 'light';
  readonly onToggleTheme: () => void;
  readonly settingsHref: string;
  readonly onSignOut: () => void;
  /** Further buttons, left of the three. */
  readonly actions?: ReactNode;
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** The bar at the top: the title as `h1`, and the buttons for theme, settings and sign-out. */
export function Header({ title, theme, onToggleTheme, settingsHref, onSignOut, actions, labels }: HeaderProps) {
  const text = withDefaults(labels);
  const isDark = theme === 'dark';
  return (
    <header className="stx-header">
      <h1 tabIndex={-1}>{title ?? text.title}</h1>
      {actions}
      <IconButton
        label={isDark ? text.switchToLight : text.switchToDark}
        icon={isDark ? <Sun /> : <Moon />}
        onClick={onToggleTheme}
      />
      <IconButtonLink label={text.settings} icon={<Settings />} href={settingsHref} />
      <IconButton label={text.signOut} icon={<LogOut />} onClick={onSignOut} />
    </header>
  );
}
