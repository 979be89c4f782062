import { writeFileSync } from 'node:fs';

/** Counts claims: a claim holds if its check returns, and is broken if it throws. */
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
    /** Writes the count to the report file, if one was named. */
    report(file) {
      if (file) writeFileSync(file, JSON.stringify(total));
    },
  };
}
