import type { ReactNode } from 'react';
import { Guard } from './guard.tsx';

export const metadata = { title: 'Next', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Guard>{children}</Guard>
      </body>
    </html>
  );
}
