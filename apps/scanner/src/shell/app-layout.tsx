import { AppShell, ConfirmationDialog, Mark, Toaster } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApp } from '../app-context.ts';
import { isActiveTab, NAVIGATION_ITEMS } from '../routes/navigation-items.ts';
import { titleAt } from '../routes/route-table.ts';
import { viewKey } from '../routes/view-key.ts';
import { isScannerPath } from '../scan/is-scanner-path.ts';
import { isLiveResult } from '../scan/live-result.ts';
import { RouterLink } from './router-link.tsx';
import { StatusStrip } from './status-strip.tsx';
import { useSignOut } from './use-sign-out.ts';
import { ViewSkeleton } from './view-skeleton.tsx';

const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }));

/** The shell around every view, told apart by route. */
export function AppLayout() {
  const { atoms, confirmations, toasts } = useApp();
  const location = useLocation();
  const user = useAtomValue(atoms.userAtom);
  const theme = useAtomValue(atoms.themeAtom);
  const toggleTheme = useSetAtom(atoms.toggleThemeAtom);
  const signOut = useSignOut();
  const signedIn = useAtomValue(atoms.isSessionValidAtom);
  const setWasInside = useSetAtom(atoms.wasInsideAtom);
  useEffect(() => {
    if (signedIn) setWasInside(true);
  }, [signedIn, setWasInside]);
  const overCamera = isScannerPath(location.pathname) || (isLiveResult(location.state) && !location.state.details);

  return (
    <>
      <AppShell
        sessionValid={signedIn}
        title={titleAt(location)}
        routeKey={viewKey(location)}
        theme={theme}
        onToggleTheme={toggleTheme}
        settingsHref="/settings"
        onSignOut={() => void signOut()}
        navigation={NAVIGATION_ITEMS.map(({ href, label, icon: Icon }) => ({
          href,
          label,
          icon: <Icon aria-hidden />,
          current: isActiveTab(href, location.pathname),
        }))}
        brand={{ mark: <Mark />, name: 'Scantix' }}
        {...(user && { account: { name: user.userName, detail: `${user.workgroup} · ${user.domain}` } })}
        strip={<StatusStrip />}
        bleed={overCamera}
        linkComponent={RouterLink}
      >
        {signedIn ? (
          <Suspense fallback={<ViewSkeleton />}>
            <SignedIn>
              <Outlet />
            </SignedIn>
          </Suspense>
        ) : (
          <Outlet />
        )}
      </AppShell>
      <ConfirmationDialog bus={confirmations} />
      <Toaster bus={toasts} />
    </>
  );
}
