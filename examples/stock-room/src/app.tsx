import { useIsSessionValid, useSession } from '@scantix/auth-session/hooks';
import { SignInForm } from '@scantix/auth-session/sign-in-form';
import { createTheme } from '@scantix/theme';
import { AppShell, IconButton, Page } from '@scantix/ui-shell/react';
import { Boxes, Printer } from 'lucide-react';
import { Activity, useSyncExternalStore } from 'react';
import { BinCounter } from './bin-counter.tsx';
import { configuration, flags } from './configuration.ts';
import { session } from './session.ts';

export const theme = createTheme({ storageKey: 'stock-room.theme' });

export function App() {
  const state = useSession(session);
  const sessionValid = useIsSessionValid(session);
  const { theme: shown } = useSyncExternalStore(theme.subscribe, theme.getSnapshot);
  if (state.status === 'restoring') return null;
  return (
    <AppShell
      sessionValid={sessionValid}
      bleed={sessionValid}
      title="Count bins"
      brand={{ mark: <Boxes />, name: configuration.appName }}
      navigation={[{ href: '/', label: 'Bins', icon: <Boxes />, current: true }]}
      actions={
        flags.isEnabled('PRINT_LABELS') && <IconButton label="Print label" icon={<Printer />} onClick={() => print()} />
      }
      theme={shown}
      onToggleTheme={theme.toggle}
      onSignOut={session.logout}
    >
      {!sessionValid && (
        <Page className="sign-in">
          <h1>{configuration.appName}</h1>
          <SignInForm session={session} />
        </Page>
      )}
      {/* Expired and not refreshed yet: the camera is closed, and what was counted stays. */}
      {state.status === 'signed-in' && (
        <Activity key={state.user.id} mode={sessionValid ? 'visible' : 'hidden'}>
          <BinCounter />
        </Activity>
      )}
    </AppShell>
  );
}
