import { CLERK_DECISIONS, type ClerkDecision as Decision } from '@scantix/api-contract';
import { clerkDecisionOf, isForClerk } from '@scantix/api-contract/rules';
import type { LedgerScan } from '@scantix/scan-ledger';
import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { useState } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';

interface ClerkDecisionProps {
  readonly entry: LedgerScan;
  /** Called after the decision is on the disk. Where the server has decided first, its verdict is shown instead. */
  readonly onDecided?: () => void;
}

/** The two buttons under a verdict that nobody decided. What the clerk decides is saved with the scan. */
export function ClerkDecision({ entry: { scan, verdict }, onDecided }: ClerkDecisionProps) {
  const { ledger } = useApp();
  const i18n = useI18n();
  const [failed, setFailed] = useState(false);
  if (!verdict || !isForClerk(verdict)) return null;
  const words: Record<Decision, string> = {
    let_in: scan.mode === 'exit' ? i18n.t('Let out') : i18n.t('Let in'),
    turned_away: i18n.t('Turned away'),
  };
  const decide = (decision: Decision) => {
    setFailed(false);
    ledger.decideByClerk(scan.id, decision).then(
      (decided) => {
        if (clerkDecisionOf(decided) === decision) onDecided?.();
      },
      () => setFailed(true),
    );
  };
  return (
    <div ref={leaveFocusToTitle} className="app-verdict__decide">
      {CLERK_DECISIONS.map((decision) => (
        <Button key={decision} size={56} onClick={() => decide(decision)}>
          {words[decision]}
        </Button>
      ))}
      {failed && <p role="alert">{i18n.t('Your decision was not saved. Try again.')}</p>}
    </div>
  );
}
