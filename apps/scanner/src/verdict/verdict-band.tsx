import type { Verdict } from '@scantix/api-contract';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import { factsOf, MODE_WORDS } from './verdict-facts.ts';
import { VerdictIcon } from './verdict-icon.tsx';
import { wordsOf } from './verdict-words.ts';

interface VerdictBandProps {
  readonly verdict: Verdict;
  readonly barcode: string;
  /** The time from the decode to the verdict, in milliseconds; `null` if unknown. */
  readonly tookMs: number | null;
  /** The buttons below the facts. */
  readonly children?: ReactNode;
}

/**
 * A verdict in the order staff need it: outcome, reason, next action, facts. The first frame is complete. The text of
 * its live region starts with the word of the outcome.
 */
export function VerdictBand({ verdict, barcode, tookMs, children }: VerdictBandProps) {
  const i18n = useI18n();
  const { outcome } = verdict;
  const { word, reason, nextAction } = wordsOf(i18n, verdict, Date.parse(verdict.decided_at));
  return (
    <section className={`app-verdict app-verdict--${outcome}`}>
      <div role={outcome === 'accepted' ? 'status' : 'alert'} className="app-verdict__say">
        <div className="app-verdict__head">
          <VerdictIcon outcome={outcome} decorative />
          <div>
            <p className="app-verdict__word">
              {word}
              {verdict.mode !== 'entry' && (
                <>
                  {' '}
                  <small className="app-verdict__mode">{i18n.t(MODE_WORDS[verdict.mode])}</small>
                </>
              )}
            </p>
            <p className="app-verdict__reason">{reason}</p>
          </div>
        </div>
        {nextAction && (
          <p className="app-verdict__do">
            <ArrowRight aria-hidden />
            <span>{nextAction}</span>
          </p>
        )}
      </div>
      <dl className="app-verdict__facts">
        {factsOf(i18n, verdict, barcode, tookMs).map(({ label, value, mono }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={mono ? 'app-mono' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
