import { OUTCOMES } from '@scantix/api-contract';
import { Panel, Section } from '@scantix/ui-shell/react';
import { useAtom } from 'jotai';
import { Speech, Vibrate, Volume2 } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { OUTCOME_WORDS } from '../../verdict/verdict-words.ts';
import { SwitchRow } from './switch-row.tsx';

/** Sound, volume and vibration, with a button that plays the sound of each verdict. */
export function SoundSection() {
  const i18n = useI18n();
  const { atoms, say, signals, sounds } = useApp();
  const [speaks, setSpeaks] = useAtom(atoms.speechAtom);
  const [enabled, setEnabled] = useAtom(atoms.soundsAtom);
  const [volume, setVolume] = useAtom(atoms.volumeAtom);
  const [vibration, setVibration] = useAtom(atoms.vibrationAtom);
  return (
    <Section
      title={i18n.t('Sound and touch')}
      note={i18n.t('A verdict is also a colour, a shape and a word. Sound is never the only sign.')}
    >
      <Panel>
        <SwitchRow
          icon={<Volume2 aria-hidden />}
          label={i18n.t('Sounds')}
          checked={enabled}
          onChange={(checked) => {
            setEnabled(checked);
            if (checked) sounds.play('tick');
          }}
        />
        {enabled && (
          <>
            <label className="app-pick app-volume">
              <span>{i18n.t('Volume')}</span>
              <input
                type="range"
                className="app-range"
                min={0}
                max={100}
                step={5}
                value={Math.round(volume * 100)}
                onChange={(event) => {
                  setVolume(event.target.valueAsNumber / 100);
                  sounds.play('tick');
                }}
              />
            </label>
            <fieldset className="app-listen">
              <legend>{i18n.t('Preview')}</legend>
              {OUTCOMES.map((outcome) => (
                <button key={outcome} type="button" onClick={() => signals.play(outcome)}>
                  <VerdictIcon outcome={outcome} decorative />
                  {i18n.t(OUTCOME_WORDS[outcome])}
                </button>
              ))}
            </fieldset>
          </>
        )}
        {'speechSynthesis' in window && (
          <SwitchRow
            icon={<Speech aria-hidden />}
            label={i18n.t('Say verdicts aloud')}
            checked={speaks}
            onChange={(checked) => {
              setSpeaks(checked);
              if (checked) say(() => i18n.t(OUTCOME_WORDS.accepted));
            }}
          />
        )}
        {'vibrate' in navigator && (
          <SwitchRow
            icon={<Vibrate aria-hidden />}
            label={i18n.t('Vibration')}
            checked={vibration}
            onChange={setVibration}
          />
        )}
      </Panel>
    </Section>
  );
}
