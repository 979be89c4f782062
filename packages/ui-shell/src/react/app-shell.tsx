import { Frame, type FrameProps } from './frame.tsx';
import { ShellChrome, type ShellChromeProps } from './shell-chrome.tsx';

/** What the frame around every view needs to know. */
export interface AppShellProps extends Omit<FrameProps, 'routeKey' | 'chrome'>, ShellChromeProps {
  /** Changes with every navigation: the view then scrolls to the top and the title takes focus. @default title */
  readonly routeKey?: string;
}

/** The frame with all that stands around the view while the session is valid; the view alone scrolls. */
export function AppShell({ sessionValid, routeKey, bleed, linkComponent, children, ...chrome }: AppShellProps) {
  return (
    <Frame
      sessionValid={sessionValid}
      routeKey={routeKey ?? chrome.title ?? ''}
      bleed={bleed}
      linkComponent={linkComponent}
      chrome={sessionValid && <ShellChrome {...chrome} />}
    >
      {children}
    </Frame>
  );
}
