import { offeredSymbologies, wantedSymbologies } from '@scantix/barcode-reader';
import { useAtom } from 'jotai';
import { ChevronDown, ScanBarcode } from 'lucide-react';
import { SYMBOLOGY_WORDS } from '../../format/symbology-words.ts';
import { useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { SwitchRow } from './switch-row.tsx';

/** The symbologies that the camera reads; fewer are faster. At least one stays selected. */
export function CodeTypes() {
  const i18n = useI18n();
  const { atoms, flags } = useApp();
  const { config } = useCheckpoint();
  const [chosen, setChosen] = useAtom(atoms.symbologiesAtom);
  const choice = { advanced: flags.isEnabled('ENABLE_ADVANCED_SCANNING'), offered: config?.symbologies };
  const offered = offeredSymbologies(choice);
  const selected = wantedSymbologies({ ...choice, chosen });
  return (
    <details className="app-kinds">
      <summary className="app-pick">
        <ScanBarcode aria-hidden />
        <span>{i18n.t('Code types')}</span>
        <span className="app-kinds__count">
          {i18n.t('{chosen} of {offered}', { chosen: selected.length, offered: offered.length })}
        </span>
        <ChevronDown aria-hidden />
      </summary>
      <ul>
        {offered.map((name) => {
          const checked = selected.includes(name);
          return (
            <li key={name}>
              <SwitchRow
                label={SYMBOLOGY_WORDS[name]}
                checked={checked}
                disabled={checked && selected.length === 1}
                onChange={() => {
                  const next = offered.filter((other) => (other === name ? !checked : selected.includes(other)));
                  setChosen(next.length === offered.length ? null : next);
                }}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
