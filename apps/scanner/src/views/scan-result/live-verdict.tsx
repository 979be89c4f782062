import { Button } from '@scantix/ui-shell/react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useApp } from '../../app-context.ts';
import { liveResult } from '../../scan/live-result.ts';
import { useVerdict } from '../../verdict/use-verdict.ts';
import { VerdictBand } from '../../verdict/verdict-band.tsx';
import { tookMs } from './took-ms.ts';

/** An accepted scan goes on by itself after this long; every other verdict stays until a tap. */
const HOLD_ACCEPTED_MS = 1200;

/** The verdict over the live camera, and the way to the next code. */
export function LiveVerdict({ barcode, scanId }: { barcode: string; scanId: string }) {
  const { sounds } = useApp();
  const location = useLocation();
  const navigate = useNavigate();
  const state = useVerdict(scanId);
  const outcome = state.status === 'decided' ? state.verdict.outcome : null;

  // Back, so that a day of scanning does not pile up history.
  const next = () => void navigate(-1);
  const details = () =>
    void navigate(location.pathname + location.search, {
      replace: true,
      state: liveResult(true),
    });

  useEffect(() => {
    if (outcome) sounds.play(outcome);
  }, [outcome, sounds]);

  useEffect(() => {
    if (outcome !== 'accepted') return;
    const timer = setTimeout(() => void navigate(-1), HOLD_ACCEPTED_MS);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  if (state.status === 'deciding') return <Checking />;
  if (state.status === 'not-here') return null;
  return (
    <VerdictBand verdict={state.verdict} barcode={barcode} tookMs={tookMs(state.scan)}>
      <div className="app-verdict__go">
        <Button onClick={details}>Details</Button>
        <Button className="app-verdict__next" onClick={next}>
          Next
          {outcome === 'accepted' && <i className="app-verdict__hold" aria-hidden />}
        </Button>
      </div>
    </VerdictBand>
  );
}

/** Shows itself after a second: most verdicts are faster, and a flicker helps nobody. */
function Checking() {
  return (
    <p className="app-hint app-hint--late" role="status">
      Checking…
    </p>
  );
}
