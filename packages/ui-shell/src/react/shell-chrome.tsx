import type { ReactNode } from 'react';
import { Header, type HeaderProps } from './header.tsx';
import { withDefaults } from './labels.ts';
import { Navigation, type NavigationProps } from './navigation.tsx';

/** Props of {@link ShellChrome}. */
export interface ShellChromeProps extends HeaderProps, Pick<NavigationProps, 'navigation' | 'brand' | 'account'> {
  /** A {@link Strip} under the header. */
  readonly strip?: ReactNode;
}

/** Header, navigation and strip, around every view of a signed-in user. */
export function ShellChrome(props: ShellChromeProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it is page navigation, only without a history entry */}
      <a
        className="stx-skip"
        href="#main"
        onClick={(event) => {
          // Following the link would add an entry to the history, and a hash router would navigate.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {withDefaults(props.labels).skipToContent}
      </a>
      <Header {...props} />
      <Navigation {...props} />
      {/* Live without the role `status`: on a scanner's screen that role belongs to the verdict alone. */}
      <div className="stx-strip-slot" aria-live="polite">
        {props.strip}
      </div>
    </>
  );
}
