import { Button, leaveFocusToTitle, useNow } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { Clock, ShieldCheck } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { readinessWords } from './ticket-words.ts';

/** Whether this device can decide without the server, in one row of a panel. */
export function Readiness() {
  const { atoms, ledger } = useApp();
  const i18n = useI18n();
  const tickets = useAtomValue(atoms.ticketsAtom);
  const { ready, title, detail } = readinessWords(i18n, tickets, useNow(15_000));
  return (
    <div className="app-readiness">
      {ready ? <ShieldCheck aria-hidden /> : <Clock aria-hidden />}
      <div>
        <b>{title}</b>
        <small>{detail}</small>
      </div>
      {tickets.status === 'failed' && (
        <Button ref={leaveFocusToTitle} busy={tickets.updating} onClick={() => void ledger.refreshTickets()}>
          {i18n.t('Try again')}
        </Button>
      )}
    </div>
  );
}
