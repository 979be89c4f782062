import '@scantix/theme/tokens.css';
import '@scantix/ui-shell/styles.css';
import './playground.css';
import { createConfirmationBus, createToastBus } from '@scantix/ui-shell';
import { AppShell, ConfirmationDialog, IconButton, Mark, Strip, Toaster } from '@scantix/ui-shell/react';
import { CloudOff, Layers, List, OctagonX, RotateCw, TextCursorInput } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Content } from './content.tsx';
import { Controls } from './controls.tsx';
import { Failed, NotFound } from './pages.tsx';
import { type FrameSettings, Shell } from './shell.tsx';

/** The pages of the playground by their hashes. */
const PAGES = [
  { href: '#controls', label: 'Controls', icon: <TextCursorInput /> },
  { href: '#content', label: 'Content', icon: <List /> },
  { href: '#shell', label: 'Shell', icon: <Layers /> },
  { href: '#nothing', label: 'Nothing', icon: <OctagonX /> },
] as const;

function useHash(): string {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed);
      return () => removeEventListener('hashchange', changed);
    },
    () => location.hash || PAGES[0].href,
  );
}

/** Every component in every state, inside the shell; `#error` is the page without it. */
export function Playground({ theme, onToggleTheme }: { theme: 'dark' | 'light'; onToggleTheme: () => void }) {
  const [{ confirmations, toasts }] = useState(() => ({
    confirmations: createConfirmationBus(),
    toasts: createToastBus(),
  }));
  const [frame, setFrame] = useState<FrameSettings>({ session: true, strip: true, bleed: false });
  const hash = useHash();
  if (hash === '#error') return <Failed />;
  const page = PAGES.find(({ href }) => href === hash) ?? PAGES[0];

  return (
    <AppShell
      sessionValid={frame.session}
      title={page.label}
      theme={theme}
      onToggleTheme={onToggleTheme}
      settingsHref="#shell"
      onSignOut={() => {
        location.hash = '#error';
      }}
      actions={<IconButton label="Reload" icon={<RotateCw />} onClick={() => location.reload()} />}
      navigation={PAGES.map((item) => ({ ...item, current: item === page }))}
      brand={{ mark: <Mark />, name: 'Scantix' }}
      account={{ name: 'Maya Okafor', detail: 'Gates · north' }}
      strip={
        frame.strip && (
          <Strip icon={<CloudOff />} trailing="since 14:02">
            Offline: 3 scans waiting
          </Strip>
        )
      }
      bleed={frame.bleed}
    >
      {page.href === '#controls' && <Controls />}
      {page.href === '#content' && <Content />}
      {page.href === '#shell' && <Shell {...{ confirmations, toasts, frame, setFrame }} />}
      {page.href === '#nothing' && <NotFound />}
      <ConfirmationDialog bus={confirmations} />
      <Toaster bus={toasts} />
    </AppShell>
  );
}
