import { writeFileSync } from 'node:fs';

/** Counts what a run has shown: each claim a sentence, held when its check returns and broken when it throws. */
export function createClaims() {
  const total = { passed: 0, failed: 0 };
  return {
    total,
    async verify(sentence, check) {
      const started = performance.now();
      try {
        await check();
        total.passed += 1;
        console.log(`  ✓ ${sentence} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      } catch (error) {
        total.failed += 1;
        console.error(`  ✗ ${sentence}\n${error.message.replace(/^/gm, '      ')}`);
      }
    },
    /** Writes the count for the program that started this one, when it asked for it. */
    report(file) {
      if (file) writeFileSync(file, JSON.stringify(total));
    },
  };
}
