import type { Verdict } from '@scantix/api-contract';
import { useCallback } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';
import { lookOf } from './verdict-look.ts';

/** Returns a function that tells a verdict without the screen: by sound and vibration, and by voice if that is on. */
export function useAnnounce(): (verdict: Verdict) => void {
  const { say, signals } = useApp();
  const i18n = useI18n();
  return useCallback(
    (verdict) => {
      const look = lookOf(verdict);
      signals.play(look === 'repeat' || look === 'check' || look === 'undone' ? 'neutral' : look);
      // Loaded only for who listens.
      say(async () => (await import('./use-verdict-words.ts')).spokenWords(i18n, verdict));
    },
    [i18n, say, signals],
  );
}
