import { Frame } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { use, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isScannerPath } from '../navigation/is-scanner-path.ts';
import { isLiveResult } from '../navigation/live-result.ts';
import { RouterLink } from '../navigation/router-link.tsx';
import { viewKey } from '../navigation/view-key.ts';
import { AppContext, useStart } from '../services/app-context.ts';

/** The frame around every view; for the signed-in with all that stands around it, which loads with the first of them. */
export function AppLayout() {
  const { atoms, loadSignedInApp, signedInApp } = useStart();
  const location = useLocation();
  const signedIn = useAtomValue(atoms.isSessionValidAtom);
  const setWasSignedIn = useSetAtom(atoms.wasSignedInAtom);
  useEffect(() => {
    if (signedIn) setWasSignedIn(true);
  }, [signedIn, setWasSignedIn]);
  const overCamera = isScannerPath(location.pathname) || (isLiveResult(location.state) && !location.state.details);
  // The frame itself waits, not its parts: it comes with its heading, which a navigation gives the focus.
  const app = signedIn ? (signedInApp() ?? use(loadSignedInApp())) : null;

  return (
    <AppContext value={app?.services ?? null}>
      <Frame
        sessionValid={signedIn}
        routeKey={viewKey(location)}
        bleed={overCamera}
        linkComponent={RouterLink}
        chrome={app && <app.Chrome />}
      >
        {app ? (
          <app.SignedIn>
            <Outlet />
          </app.SignedIn>
        ) : (
          <Outlet />
        )}
      </Frame>
      {app && <app.Overlays />}
    </AppContext>
  );
}
