import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';
import { type LinkComponent, LinkProvider } from './link.tsx';
import { useRouteFocus } from './use-route-focus.ts';

/** Props of {@link Frame}. */
export interface FrameProps {
  /** Whether to render {@link FrameProps.chrome} around the view, and padding. */
  readonly sessionValid: boolean;
  /** Must change with every navigation: the view then scrolls to its top and the title gets the focus. */
  readonly routeKey: string;
  /** For a camera: no padding on a phone, and below 1024 px a dark frame in both themes. */
  readonly bleed?: boolean | undefined;
  /** Renders every link below. @default an anchor */
  readonly linkComponent?: LinkComponent | undefined;
  /** What to render around the view. */
  readonly chrome?: ReactNode;
  readonly children: ReactNode;
}

/** The frame without content of its own, for an app that loads `ShellChrome` once somebody has signed in. */
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
