import type { Verdict } from '@scantix/api-contract';
import type { ScanSoundName } from '@scantix/feedback';
import { useCallback } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';
import { lookOf } from './verdict-look.ts';

/** The sound of a verdict: as neutral as its look. */
export function soundOf(verdict: Verdict): Exclude<ScanSoundName, 'tick'> {
  const look = lookOf(verdict);
  return look === 'repeat' || look === 'check' || look === 'undone' ? 'neutral' : look;
}

/** Returns a function that tells a verdict without the screen: by sound and vibration, and by voice if that is on. */
export function useAnnounce(): (verdict: Verdict) => void {
  const { say, signals } = useApp();
  const i18n = useI18n();
  return useCallback(
    (verdict) => {
      signals.play(soundOf(verdict));
      // Loaded only for who listens.
      say(async () => (await import('./use-verdict-words.ts')).spokenWords(i18n, verdict));
    },
    [i18n, say, signals],
  );
}
