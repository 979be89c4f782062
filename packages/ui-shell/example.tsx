import '@scantix/theme/tokens.css';
import { createConfirmationBus, createToastBus } from '@scantix/ui-shell';
import { AppShell, ConfirmationDialog, Page, Toaster } from '@scantix/ui-shell/react';
import '@scantix/ui-shell/styles.css';
import { House } from 'lucide-react';

const confirmations = createConfirmationBus();
const toasts = createToastBus();
const question = { title: 'Sign out?', message: 'No scan is lost.', acceptLabel: 'Sign out', rejectLabel: 'Stay' };

async function signOut() {
  if (await confirmations.confirm(question)) toasts.show({ kind: 'success', title: 'Signed out' });
}

export function App({ theme, onToggleTheme }: { theme: 'dark' | 'light'; onToggleTheme: () => void }) {
  const navigation = [{ href: '/', label: 'Home', icon: <House />, current: true }];
  return (
    <AppShell
      sessionValid
      title="Home"
      settingsHref="/settings"
      onSignOut={signOut}
      {...{ theme, onToggleTheme, navigation }}
    >
      <Page>Nothing to see yet.</Page>
      <ConfirmationDialog bus={confirmations} />
      <Toaster bus={toasts} />
    </AppShell>
  );
}
