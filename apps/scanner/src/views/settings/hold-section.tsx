import { OUTCOMES } from '@scantix/api-contract';
import { Panel, Section } from '@scantix/ui-shell/react';
import { useAtom } from 'jotai';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useApp } from '../../app-context.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { OUTCOME_WORDS } from '../../verdict/verdict-words.ts';

const CHOICES_MS = [0, 800, 1_200, 2_000, 3_000, 5_000];

/** How long each verdict stays before the camera goes on by itself. */
export function HoldSection() {
  const i18n = useI18n();
  const { atoms } = useApp();
  const [hold, setHold] = useAtom(atoms.holdAtom);
  const id = useId();
  const seconds = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' });
  return (
    <Section title={i18n.t('How long a verdict stays')}>
      <Panel className="app-where">
        {OUTCOMES.map((outcome) => {
          const choices = CHOICES_MS.includes(hold[outcome]) ? CHOICES_MS : [...CHOICES_MS, hold[outcome]];
          return (
            <label key={outcome} className="app-pick" htmlFor={`${id}-${outcome}`}>
              <VerdictIcon outcome={outcome} decorative />
              <span className="app-pick__label">{i18n.t(OUTCOME_WORDS[outcome])}</span>
              <select
                id={`${id}-${outcome}`}
                value={hold[outcome]}
                onChange={({ target }) => setHold({ ...hold, [outcome]: Number(target.value) })}
              >
                {choices.map((ms) => (
                  <option key={ms} value={ms}>
                    {ms === 0 ? i18n.t('Until a tap') : seconds.format(ms / 1000)}
                  </option>
                ))}
              </select>
              <ChevronDown aria-hidden />
            </label>
          );
        })}
      </Panel>
    </Section>
  );
}
