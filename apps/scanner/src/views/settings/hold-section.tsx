import { OUTCOMES, type Outcome } from '@scantix/api-contract';
import { formatNumber } from '@scantix/i18n';
import { Panel, Section } from '@scantix/ui-shell/react';
import { useAtom } from 'jotai';
import { useStreamSwitch } from '../../desk/use-stream-switch.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { OUTCOME_WORDS } from '../../verdict/verdict-words.ts';
import { SelectRow } from './select-row.tsx';

const CHOICES_MS = [0, 800, 1_200, 2_000, 3_000, 5_000];

/** How long each verdict stays on the screen before it closes by itself. */
export function HoldSection() {
  const i18n = useI18n();
  const { atoms } = useApp();
  const [hold, setHold] = useAtom(atoms.holdAtom);
  const { isOffered: hasStream } = useStreamSwitch();
  const timeOf = (outcome: Outcome, ms: number) => {
    if (ms > 0) return `${formatNumber(ms / 1000, i18n.locale)}\u00a0s`;
    return outcome === 'accepted' && hasStream ? i18n.t('At once (Stream)') : i18n.t('Until a tap');
  };
  return (
    <Section title={i18n.t('How long a verdict stays')}>
      <Panel>
        {OUTCOMES.map((outcome) => {
          const choices = CHOICES_MS.includes(hold[outcome]) ? CHOICES_MS : [...CHOICES_MS, hold[outcome]];
          return (
            <SelectRow
              key={outcome}
              icon={<VerdictIcon outcome={outcome} decorative />}
              label={i18n.t(OUTCOME_WORDS[outcome])}
              value={String(hold[outcome])}
              onChange={(value) => setHold({ ...hold, [outcome]: Number(value) })}
              options={choices.map((ms) => ({
                value: String(ms),
                label: timeOf(outcome, ms),
              }))}
            />
          );
        })}
      </Panel>
    </Section>
  );
}
