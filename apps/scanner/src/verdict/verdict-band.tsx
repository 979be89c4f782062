import type { TicketView, Verdict } from '@scantix/api-contract';
import type { ReactNode } from 'react';
import '../styles/verdict.css';
import { useI18n } from '../hooks/use-i18n.ts';
import { useVenueZone } from '../hooks/use-venue-zone.ts';
import { MODE_WORDS } from './mode-words.ts';
import { NextAction } from './next-action.tsx';
import { useVerdictWords } from './use-verdict-words.ts';
import { decidedBy, factsOf } from './verdict-facts.ts';
import { VerdictIcon } from './verdict-icon.tsx';
import { lookOf, type VerdictContext } from './verdict-look.ts';
import { VerdictRegion } from './verdict-region.tsx';

interface DecidedProps extends VerdictContext {
  readonly verdict: Verdict;
  readonly barcode: string;
  /** The time from the decode to the verdict, in milliseconds; `null` if unknown. */
  readonly tookMs: number | null;
  /** What relative times refer to, in epoch milliseconds. @default when it was decided */
  readonly now?: number;
  /** The ticket as it is now, if that is known. @default the ticket of the verdict */
  readonly ticketNow?: TicketView | undefined;
}

interface VerdictBandProps extends Omit<DecidedProps, 'verdict'> {
  /** `null` while nobody has decided: nothing is shown. */
  readonly verdict: Verdict | null;
  /** The buttons below the facts. */
  readonly children?: ReactNode;
}

/**
 * A verdict in the order staff need it: outcome, reason, next action, facts. The first frame is complete. The text of
 * its live region starts with the word of the outcome, or with *Check only*.
 */
export function VerdictBand({ verdict, children, ...shown }: VerdictBandProps) {
  const decided = verdict && { ...shown, verdict };
  return (
    <section className={decided ? `app-verdict app-verdict--${lookOf(decided.verdict, shown)}` : 'app-no-verdict'}>
      <VerdictRegion outcome={verdict?.outcome ?? null} className="app-verdict__say">
        {decided && <Words {...decided} />}
      </VerdictRegion>
      {decided && <Facts {...decided} />}
      {children}
    </section>
  );
}

function Words({ verdict, now, ...context }: DecidedProps) {
  const i18n = useI18n();
  const look = lookOf(verdict, context);
  const { word, reason, nextAction } = useVerdictWords(verdict, look, now);
  const tag =
    look === 'undone'
      ? i18n.t('Undone')
      : look !== 'check' && verdict.mode !== 'entry' && i18n.t(MODE_WORDS[verdict.mode]);
  return (
    <>
      <div className="app-verdict__head">
        <VerdictIcon outcome={look} decorative />
        <div>
          <p className="app-verdict__word">
            {word}
            {tag && (
              <>
                {' '}
                <small className="app-verdict__mode">{tag}</small>
              </>
            )}
          </p>
          <p className="app-verdict__reason">{reason}</p>
        </div>
      </div>
      <NextAction words={nextAction} />
    </>
  );
}

function Facts({ verdict, barcode, tookMs, ticketNow, ...context }: DecidedProps) {
  const i18n = useI18n();
  const zone = useVenueZone();
  const look = lookOf(verdict, context);
  const facts = factsOf(i18n, verdict, { barcode, tookMs, ticketNow, look, timeZone: zone });
  // Below the facts where it is none of them.
  const isBelow = look !== 'repeat' && !facts.some(({ label }) => label === i18n.t('Decided'));
  const decided = isBelow && decidedBy(i18n, verdict, tookMs);
  return (
    <>
      <dl className="app-verdict__facts">
        {facts.map(({ label, value, mono, cut }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={mono ? 'app-mono' : cut ? 'app-cut' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {decided && <p className="app-verdict__by">{i18n.t('Decided: {by}', { by: decided })}</p>}
    </>
  );
}
