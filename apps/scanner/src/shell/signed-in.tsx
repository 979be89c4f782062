import '@scantix/ui-shell/views.css';
import '../styles/signed-in.css';
import { type ReactNode, useState } from 'react';
import { HardwareDesk } from '../desk/hardware-desk.tsx';
import { useFeature } from '../hooks/use-feature.ts';
import { SessionQueries } from '../queries/session-queries.ts';

/** What all views of signed-in users share, and Login does not load: styles, the query client, the hardware scanner. */
export function SignedIn({ children }: { children: ReactNode }) {
  // Unmounted at sign-out: the next user starts with an empty client.
  const [queries] = useState({});
  const takesHardware = useFeature('hardwareScanner');
  return (
    <SessionQueries value={queries}>
      {children}
      {takesHardware && <HardwareDesk />}
    </SessionQueries>
  );
}
