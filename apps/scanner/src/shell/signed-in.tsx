import '@scantix/ui-shell/views.css';
import '../styles/signed-in.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { HardwareDesk } from '../scan/hardware/hardware-desk.tsx';

/** What the views of somebody signed in share, and Login need not wait for: their styles, what the server said, a hardware scanner. */
export function SignedIn({ children }: { children: ReactNode }) {
  // Gone with the session: whoever signs in next starts from nothing.
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000, networkMode: 'always' } } }),
  );
  return (
    <QueryClientProvider client={queries}>
      {children}
      <HardwareDesk />
    </QueryClientProvider>
  );
}
