import { useAtom } from 'jotai';
import { useFeature } from '../hooks/use-feature.ts';
import { useGlance } from '../hooks/use-glance.ts';
import { useApp } from '../services/app-context.ts';
import { DEFAULT_HOLD } from '../services/preferences.ts';

interface StreamSwitch {
  /** Whether *Stream* can be chosen on this device. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/**
 * Whether accepted codes become a ribbon while the camera goes on. Only with `ENABLE_ADVANCED_SCANNING`; there, a hold
 * time of 0 for accepted means the same.
 */
export function useStreamSwitch(): StreamSwitch {
  const { atoms, flags } = useApp();
  const hasBatch = useFeature('batch');
  const [isChosen, choose] = useAtom(atoms.streamAtom);
  const [hold, setHold] = useAtom(atoms.holdAtom);
  const isGlance = useGlance().isOn;
  const isOffered = hasBatch && !isGlance && flags.isEnabled('ENABLE_ADVANCED_SCANNING');
  const isOn = isOffered && (isChosen || hold.accepted === 0);
  return {
    isOffered,
    isOn,
    toggle() {
      choose(!isOn);
      if (isOn && hold.accepted === 0) setHold({ ...hold, accepted: DEFAULT_HOLD.accepted });
    },
  };
}
