import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';
import { Header, type HeaderProps } from './header.tsx';
import { withDefaults } from './labels.ts';
import { type LinkComponent, LinkProvider } from './link.tsx';
import { Navigation, type NavigationProps } from './navigation.tsx';
import { useRouteFocus } from './use-route-focus.ts';

/** What the frame around every view needs to know. */
export interface AppShellProps
  extends Omit<HeaderProps, 'headingRef'>,
    Pick<NavigationProps, 'navigation' | 'brand' | 'account'> {
  /** Header, navigation, strip and padding are there only while this is true. */
  readonly sessionValid: boolean;
  /** Changes with every navigation: the view then scrolls to the top and the title takes focus. @default title */
  readonly routeKey?: string;
  /** One line under the header: offline, or behind. */
  readonly strip?: ReactNode;
  /** The view fills the frame to its edges and, below 1024 px, the frame is dark in both themes: for a camera. */
  readonly bleed?: boolean;
  /** Renders every link below. @default an anchor */
  readonly linkComponent?: LinkComponent;
  readonly children: ReactNode;
}

/** The frame: header, navigation at the bottom or the side, strip, and the view, which alone scrolls. */
export function AppShell(props: AppShellProps) {
  const { sessionValid, routeKey = props.title ?? '', strip, bleed = false, linkComponent, children } = props;
  const labels = withDefaults(props.labels);
  const heading = useRef<HTMLHeadingElement>(null);
  const main = useRef<HTMLElement>(null);
  useRouteFocus(routeKey, { heading, main });

  const frame = (
    <div className={classNames('stx-app', sessionValid && 'stx-app--session', bleed && 'stx-app--bleed')}>
      {sessionValid && (
        <>
          {/* biome-ignore lint/a11y/useValidAnchor: it is page navigation, only without a history entry */}
          <a
            className="stx-skip"
            href="#main"
            onClick={(event) => {
              // Focus moves without an entry in the history of a router that reads the hash.
              event.preventDefault();
              main.current?.focus();
            }}
          >
            {labels.skipToContent}
          </a>
          <Header {...props} headingRef={heading} />
          <Navigation {...props} />
          {/* Live without the role `status`: on a scanner's screen that role belongs to the verdict alone. */}
          <div className="stx-strip-slot" aria-live="polite">
            {strip}
          </div>
        </>
      )}
      <main key="main" ref={main} id="main" className="stx-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
  return linkComponent ? <LinkProvider component={linkComponent}>{frame}</LinkProvider> : frame;
}
