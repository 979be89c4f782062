import '@scantix/ui-shell/views.css';
import '../styles/signed-in.css';
import { type ReactNode, useState } from 'react';
import { HardwareDesk } from '../desk/hardware-desk.tsx';
import { KeptQueries } from '../routes/kept-queries.ts';

/** What the views of somebody signed in share, and Login need not wait for: their styles, what the server said, a hardware scanner. */
export function SignedIn({ children }: { children: ReactNode }) {
  // Gone with the session: whoever signs in next starts from nothing.
  const [kept] = useState({});
  return (
    <KeptQueries value={kept}>
      {children}
      <HardwareDesk />
    </KeptQueries>
  );
}
