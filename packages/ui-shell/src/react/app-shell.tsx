import { Frame, type FrameProps } from './frame.tsx';
import { ShellChrome, type ShellChromeProps } from './shell-chrome.tsx';

/** Props of {@link AppShell}. */
export interface AppShellProps extends Omit<FrameProps, 'routeKey' | 'chrome'>, ShellChromeProps {
  /** Must change with every navigation: the view then scrolls to its top and the title gets the focus. @default title */
  readonly routeKey?: string;
}

/** The frame around every view, with header, navigation and strip while the session is valid. Only the view scrolls. */
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
