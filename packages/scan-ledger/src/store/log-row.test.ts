import { OUTCOMES, REASONS, SCAN_MODES } from '@scantix/api-contract';
import { effectOfVerdict } from '@scantix/api-contract/rules';
import { expect, test } from 'vitest';
import { tallyOf } from './log-row.ts';

const EFFECTS = { admitted: 'enter', left: 'leave' } as const;

test('a scan counts as an entry or exit where the rules give its verdict that effect, and nowhere else', () => {
  for (const outcome of OUTCOMES) {
    for (const reason of REASONS) {
      for (const mode of SCAN_MODES) {
        const tally = tallyOf({ outcome, reason, mode });
        const effect = tally === 'admitted' || tally === 'left' ? EFFECTS[tally] : 'none';
        expect([outcome, reason, mode, effect]).toEqual([
          outcome,
          reason,
          mode,
          effectOfVerdict({ outcome, reason, mode }),
        ]);
      }
    }
  }
});
