import { useAtomValue } from 'jotai';
import { useApp } from '../app-context.ts';

/** Signs out; asks first when scans still wait, and keeps them. */
export function useSignOut(): () => Promise<void> {
  const { atoms, confirmations, session } = useApp();
  const waiting = useAtomValue(atoms.waitingAtom);
  return async () => {
    const agreed =
      waiting === 0 ||
      (await confirmations.confirm({
        title: `Sign out with ${countScans(waiting)} waiting?`,
        message:
          'They have not reached the server yet. They stay on this device and are sent the next time someone of your domain signs in here.',
        acceptLabel: 'Sign out',
        rejectLabel: 'Stay signed in',
      }));
    if (!agreed) return;
    // The device forgets at once; telling the server may take its time.
    await session.logout();
  };
}

/** `1 scan`, `3 scans`. */
export function countScans(count: number): string {
  return `${count} ${count === 1 ? 'scan' : 'scans'}`;
}
