import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';
import { type LinkComponent, LinkProvider } from './link.tsx';
import { useRouteFocus } from './use-route-focus.ts';

/** What the frame needs to know of the view in it. */
export interface FrameProps {
  /** Whether {@link FrameProps.chrome} stands around the view and pads it. */
  readonly sessionValid: boolean;
  /** Changes with every navigation: the view then scrolls to the top and the title takes focus. */
  readonly routeKey: string;
  /** The view fills the frame to its edges and, below 1024 px, the frame is dark in both themes: for a camera. */
  readonly bleed?: boolean | undefined;
  /** Renders every link below. @default an anchor */
  readonly linkComponent?: LinkComponent | undefined;
  /** What stands around the view. */
  readonly chrome?: ReactNode;
  readonly children: ReactNode;
}

/** The frame alone, for an app that loads the `ShellChrome` around its views after Sign In. */
export function Frame({ sessionValid, routeKey, bleed = false, linkComponent, chrome, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  useRouteFocus(routeKey, { frame, main });

  const framed = (
    <div ref={frame} className={classNames('stx-app', sessionValid && 'stx-app--session', bleed && 'stx-app--bleed')}>
      {chrome}
      <main key="main" ref={main} id="main" className="stx-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
  return linkComponent ? <LinkProvider component={linkComponent}>{framed}</LinkProvider> : framed;
}
