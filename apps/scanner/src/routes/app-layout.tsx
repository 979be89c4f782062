import { Frame } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, use, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { isLiveResult } from '../navigation/live-result.ts';
import { RouterLink } from '../navigation/router-link.tsx';
import { viewKey } from '../navigation/view-key.ts';
import { AppContext, useStart } from '../services/app-context.ts';
import { ViewSkeleton } from '../views/loading/view-skeleton.tsx';

/** Takes the space of the frame until it has loaded, so that the view does not jump. */
export function FramePlaceholder() {
  const bleed = isOverCamera(useLocation()) ? ' stx-app--bleed' : '';
  return (
    <div className={`stx-app stx-app--session${bleed}`}>
      <div className="stx-header" />
      <main className="stx-main">
        <ViewSkeleton />
      </main>
      <div className="stx-nav">
        <div className="stx-nav__link" />
      </div>
    </div>
  );
}

/** The frame around every view. For signed-in users it has header, navigation and overlays, which load with the first sign-in. */
export function AppLayout({ children }: { children: ReactNode }) {
  const { atoms, loadSignedInApp } = useStart();
  const location = useLocation();
  const signedIn = useAtomValue(atoms.isSessionValidAtom);
  const userId = useAtomValue(atoms.userAtom)?.id;
  const setReturner = useSetAtom(atoms.returnerAtom);
  useEffect(() => {
    if (signedIn) setReturner({ userId, view: 'own' });
  }, [signedIn, userId, setReturner]);
  const showsCamera = isOverCamera(location) && !(isLiveResult(location.state) && location.state.details);
  // The whole frame suspends, not its parts: a navigation gives the focus to its heading, which must exist by then.
  // `use` also for what has loaded: after a wait React calls this function again, and must find the same hooks.
  const app = signedIn ? use(loadSignedInApp()) : null;
  useLayoutEffect(() => {
    if (app) document.querySelector('#first-paint')?.remove();
  }, [app]);

  return (
    <AppContext value={app?.services ?? null}>
      <Frame
        sessionValid={signedIn}
        routeKey={viewKey(location)}
        bleed={showsCamera}
        linkComponent={RouterLink}
        chrome={app && <app.Chrome />}
      >
        {/* Keyed, because another clerk may sign in by another tab while this one is signed in. */}
        {app ? <app.SignedIn key={userId}>{children}</app.SignedIn> : children}
      </Frame>
      {app && <app.Overlays key={userId} />}
    </AppContext>
  );
}
