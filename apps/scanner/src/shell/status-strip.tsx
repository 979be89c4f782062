import { Strip } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { CloudOff, Hourglass, TriangleAlert } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { useOnline } from './use-online.ts';
import { countScans } from './use-sign-out.ts';

/** The line under the header: nothing while all is well, else what waits and why. */
export function StatusStrip() {
  const { atoms } = useApp();
  const ledger = useAtomValue(atoms.ledgerAtom);
  const session = useAtomValue(atoms.sessionAtom);
  const online = useOnline() && !(session.status === 'signed-in' && session.offline);
  if (session.status === 'signed-in' && session.warning)
    return <Strip icon={<TriangleAlert />}>{session.warning}</Strip>;
  if (ledger.problem) return <Strip icon={<TriangleAlert />}>{ledger.problem.message}</Strip>;
  if (!online) {
    return (
      <Strip icon={<CloudOff />}>
        {ledger.waiting > 0 ? `Offline: ${countScans(ledger.waiting)} waiting` : 'Offline'}
      </Strip>
    );
  }
  return ledger.waiting > 0 ? <Strip icon={<Hourglass />}>{countScans(ledger.waiting)} waiting</Strip> : null;
}
