import { Button } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Halo } from '../../camera/halo.tsx';
import { useGlance } from '../../hooks/use-glance.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { liveResult } from '../../navigation/live-result.ts';
import { useStepBack } from '../../navigation/use-step-back.ts';
import { useApp } from '../../services/app-context.ts';
import { ClerkDecision } from '../../verdict/clerk-decision.tsx';
import { QuickUndo } from '../../verdict/quick-undo.tsx';
import { useAnnounce } from '../../verdict/use-announce.ts';
import { useVerdict } from '../../verdict/use-verdict.ts';
import { VerdictBand } from '../../verdict/verdict-band.tsx';
import { ticketAfterUndo } from '../../verdict/verdict-facts.ts';
import { lookOf } from '../../verdict/verdict-look.ts';
import { useGlancePart } from '../glance/use-glance-part.ts';
import { LostVerdict } from './lost-verdict.tsx';
import { tookMs } from './took-ms.ts';

/** The verdict over the live camera, with the button for the next code. */
export function LiveVerdict({ barcode, scanId }: { barcode: string; scanId: string }) {
  const { atoms } = useApp();
  const announce = useAnnounce();
  const hold = useAtomValue(atoms.holdAtom);
  const glance = useGlancePart(useGlance().isOn);
  const i18n = useI18n();
  const location = useLocation();
  const navigate = useNavigate();
  const stepBack = useStepBack();
  const state = useVerdict(scanId);
  const outcome = state.status === 'decided' ? state.verdict.outcome : null;
  // Whoever has taken the entry back reads what became of it.
  const [stays, setStays] = useState(false);
  const holdMs = outcome && !stays ? hold[outcome] : 0;
  const nextButton = useRef<HTMLButtonElement>(null);

  // One step back, so that the history does not grow with each scan. Only once: a second step would leave the scanner.
  const left = useRef(false);
  const next = useCallback(() => {
    // While another address is still loading, the verdict stands, but a step back would cancel what comes.
    const isLeaving = window.location.pathname + window.location.search !== location.pathname + location.search;
    if (left.current || isLeaving) return;
    left.current = true;
    stepBack();
  }, [location, stepBack]);
  const details = () => {
    left.current = true;
    void navigate(location.pathname + location.search, { replace: true, state: liveResult(true) });
  };

  // Once for each outcome: neither an undo nor a change of language says it again.
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (state.status !== 'decided' || announced.current === state.verdict.outcome) return;
    announced.current = state.verdict.outcome;
    announce(state.verdict);
  }, [announce, state]);

  useEffect(() => {
    if (!outcome || holdMs === 0) return;
    // A later outcome begins anew, whatever the time of the one before.
    const timer = setTimeout(next, holdMs);
    return () => clearTimeout(timer);
  }, [holdMs, next, outcome]);

  if (state.status === 'missing') return <LostVerdict onNext={next} />;
  const { scan, verdict } = state.status === 'decided' ? state : { scan: null, verdict: null };

  const isUndone = scan?.undo !== undefined && scan.undo.sync !== 'refused';
  const keepOpen = () => {
    setStays(true);
    nextButton.current?.focus();
  };
  const buttons = scan && (
    <>
      <ClerkDecision entry={scan} onDecided={next} />
      <div className="app-verdict__go">
        <QuickUndo entry={scan} onUndo={keepOpen} />
        <Button onClick={details}>{i18n.t('Details')}</Button>
        <Button ref={nextButton} className="app-verdict__next" onClick={next}>
          {i18n.t({ id: 'action.next', message: 'Next' })}
          {holdMs > 0 && (
            <i key={outcome} className="app-verdict__hold" style={{ animationDuration: `${holdMs}ms` }} aria-hidden />
          )}
        </Button>
      </div>
    </>
  );
  return (
    <>
      {verdict ? !glance && <Halo look={lookOf(verdict, { isUndone })} barcode={barcode} /> : <Checking />}
      {glance ? (
        <glance.GlanceVerdict {...{ verdict, isUndone }}>{buttons}</glance.GlanceVerdict>
      ) : (
        <VerdictBand
          {...{ verdict, barcode, isUndone }}
          tookMs={scan && tookMs(scan)}
          ticketNow={verdict && isUndone ? ticketAfterUndo(verdict) : undefined}
        >
          {buttons}
        </VerdictBand>
      )}
    </>
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
