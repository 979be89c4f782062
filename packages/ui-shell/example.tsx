import '@scantix/theme/tokens.css';
import { createConfirmationBus, createToastBus } from '@scantix/ui-shell';
import { AppShell, ConfirmationDialog, IconButton, Page, Toaster } from '@scantix/ui-shell/react';
import '@scantix/ui-shell/styles.css';
import { House, Printer } from 'lucide-react';

const confirmations = createConfirmationBus();
const toasts = createToastBus();
const question = { title: 'Sign out?', message: 'No count is lost.', acceptLabel: 'Sign out', rejectLabel: 'Stay' };

async function signOut() {
  if (await confirmations.confirm(question)) toasts.show({ kind: 'success', title: 'Signed out' });
}

export function App({ theme, onToggleTheme }: { theme: 'dark' | 'light'; onToggleTheme: () => void }) {
  const navigation = [{ href: '/', label: 'Home', icon: <House />, current: true }];
  return (
    <AppShell
      sessionValid
      labels={{ title: 'Stock Room' }}
      actions={<IconButton label="Print" icon={<Printer />} onClick={() => window.print()} />}
      onSignOut={signOut}
      {...{ theme, onToggleTheme, navigation }}
    >
      <Page>Nothing to see yet.</Page>
      <ConfirmationDialog bus={confirmations} />
      <Toaster bus={toasts} />
    </AppShell>
  );
}
