import { Frame } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { use, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { AppContext, useStart } from '../app-context.ts';
import { viewKey } from '../routes/view-key.ts';
import { isScannerPath } from '../scan/is-scanner-path.ts';
import { isLiveResult } from '../scan/live-result.ts';
import { RouterLink } from './router-link.tsx';

/** The frame around every view; for the signed-in with all that stands around it, which loads with the first of them. */
export function AppLayout() {
  const { atoms, enter, ...start } = useStart();
  const location = useLocation();
  const signedIn = useAtomValue(atoms.isSessionValidAtom);
  const setWasInside = useSetAtom(atoms.wasInsideAtom);
  useEffect(() => {
    if (signedIn) setWasInside(true);
  }, [signedIn, setWasInside]);
  const overCamera = isScannerPath(location.pathname) || (isLiveResult(location.state) && !location.state.details);
  // The frame itself waits, not its parts: it comes with its heading, which a navigation gives the focus.
  const inside = signedIn ? (start.inside() ?? use(enter())) : null;

  return (
    <AppContext value={inside?.services ?? null}>
      <Frame
        sessionValid={signedIn}
        routeKey={viewKey(location)}
        bleed={overCamera}
        linkComponent={RouterLink}
        chrome={inside && <inside.Chrome />}
      >
        {inside ? (
          <inside.SignedIn>
            <Outlet />
          </inside.SignedIn>
        ) : (
          <Outlet />
        )}
      </Frame>
      {inside && <inside.Overlays />}
    </AppContext>
  );
}
