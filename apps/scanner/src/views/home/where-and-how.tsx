import { SCAN_MODES } from '@scantix/api-contract';
import { Panel } from '@scantix/ui-shell/react';
import { useAtom } from 'jotai';
import { ArrowLeftRight, ChevronDown, MapPin } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { checkpointsFor, useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { MODE_WORDS } from '../../verdict/mode-words.ts';

/** The checkpoint and mode of the next scan, as the platform's own selects, which suit one thumb. `children` are further rows. */
export function WhereAndHow({ children }: { children?: ReactNode }) {
  const { atoms } = useApp();
  const i18n = useI18n();
  const { config, checkpoint, choose, failed } = useCheckpoint();
  const [mode, setMode] = useAtom(atoms.scanModeAtom);
  const id = useId();
  const checkpoints = config ? checkpointsFor(config) : checkpoint ? [checkpoint] : [];

  return (
    <Panel className="app-where">
      <label className="app-pick" htmlFor={`${id}-checkpoint`}>
        <MapPin aria-hidden />
        <span className="app-pick__label">{i18n.t('Checkpoint')}</span>
        <select
          id={`${id}-checkpoint`}
          value={checkpoint?.id ?? ''}
          disabled={checkpoints.length === 0}
          onChange={(event) => {
            const chosen = checkpoints.find((candidate) => candidate.id === event.target.value);
            if (chosen) choose(chosen);
          }}
        >
          {checkpoints.length === 0 && (
            <option value="">
              {config ? i18n.t('No checkpoint') : failed ? i18n.t('Cannot be loaded now') : i18n.t('Loading…')}
            </option>
          )}
          {checkpoints.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </label>
      <label className="app-pick" htmlFor={`${id}-mode`}>
        <ArrowLeftRight aria-hidden />
        <span className="app-pick__label">{i18n.t('Mode')}</span>
        <select
          id={`${id}-mode`}
          value={mode}
          onChange={(event) => {
            const chosen = SCAN_MODES.find((candidate) => candidate === event.target.value);
            if (chosen) setMode(chosen);
          }}
        >
          {SCAN_MODES.map((value) => (
            <option key={value} value={value}>
              {i18n.t(MODE_WORDS[value])}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </label>
      {children}
    </Panel>
  );
}
