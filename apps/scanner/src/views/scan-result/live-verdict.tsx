import { Button } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useI18n } from '../../hooks/use-i18n.ts';
import { liveResult } from '../../navigation/live-result.ts';
import { useApp } from '../../services/app-context.ts';
import { ClerkDecision } from '../../verdict/clerk-decision.tsx';
import { useVerdict } from '../../verdict/use-verdict.ts';
import { VerdictBand } from '../../verdict/verdict-band.tsx';
import { LostVerdict } from './lost-verdict.tsx';
import { tookMs } from './took-ms.ts';

/** The verdict over the live camera, with the button for the next code. */
export function LiveVerdict({ barcode, scanId }: { barcode: string; scanId: string }) {
  const { atoms, sounds } = useApp();
  const hold = useAtomValue(atoms.holdAtom);
  const i18n = useI18n();
  const location = useLocation();
  const navigate = useNavigate();
  const state = useVerdict(scanId);
  const outcome = state.status === 'decided' ? state.verdict.outcome : null;
  const holdMs = outcome ? hold[outcome] : 0;

  // One step back, so that the history does not grow with each scan. Only once: a second step would leave the scanner.
  const left = useRef(false);
  const next = useCallback(() => {
    // While the view of another address is still loading, the verdict stands, but a step back would cancel that view.
    const isLeaving = window.location.pathname !== location.pathname;
    if (left.current || isLeaving) return;
    left.current = true;
    void navigate(-1);
  }, [location.pathname, navigate]);
  const details = () =>
    void navigate(location.pathname + location.search, {
      replace: true,
      state: liveResult(true),
    });

  useEffect(() => {
    if (outcome) sounds.play(outcome);
  }, [outcome, sounds]);

  useEffect(() => {
    if (holdMs === 0) return;
    const timer = setTimeout(next, holdMs);
    return () => clearTimeout(timer);
  }, [holdMs, next]);

  if (state.status === 'deciding') return <Checking />;
  if (state.status === 'missing') return <LostVerdict onNext={next} />;
  return (
    <VerdictBand verdict={state.verdict} barcode={barcode} tookMs={tookMs(state.scan)}>
      <ClerkDecision entry={state.scan} onDecided={next} />
      <div className="app-verdict__go">
        <Button onClick={details}>{i18n.t('Details')}</Button>
        <Button className="app-verdict__next" onClick={next}>
          {i18n.t({ id: 'action.next', message: 'Next' })}
          {holdMs > 0 && <i className="app-verdict__hold" style={{ animationDuration: `${holdMs}ms` }} aria-hidden />}
        </Button>
      </div>
    </VerdictBand>
  );
}

/** Appears after a second (by CSS), because most verdicts are faster. */
function Checking() {
  const i18n = useI18n();
  return (
    <div className="app-sight">
      <p className="app-hint app-hint--late" role="status">
        {i18n.t('Checking…')}
      </p>
    </div>
  );
}
