import type { ReactNode } from 'react';
import { Header, type HeaderProps } from './header.tsx';
import { withDefaults } from './labels.ts';
import { Navigation, type NavigationProps } from './navigation.tsx';

/** What stands around every view while somebody is signed in. */
export interface ShellChromeProps extends HeaderProps, Pick<NavigationProps, 'navigation' | 'brand' | 'account'> {
  /** One line under the header: offline, or behind. */
  readonly strip?: ReactNode;
}

/** Header, navigation at the bottom or the side, and strip. */
export function ShellChrome(props: ShellChromeProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it is page navigation, only without a history entry */}
      <a
        className="stx-skip"
        href="#main"
        onClick={(event) => {
          // Focus moves without an entry in the history of a router that reads the hash.
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
