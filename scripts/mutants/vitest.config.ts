import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The smallest file first: a run ends with its first failure, and most mutants fail the test of their own file. */
class SmallestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((one, other) => size(one) - size(other));
  }
}

/** The tests that a mutant must fail: those in Node.js, from source. Stryker adds the folder of the package. */
export default defineConfig({
  resolve: { conditions: ['@scantix/source'] },
  ssr: { resolve: { conditions: ['@scantix/source'] } },
  test: {
    sequence: { sequencer: SmallestFirst },
    // Stryker has a time limit of its own for each mutant.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: [`**/${process.env.MUTATED_TESTS}`],
    exclude: ['**/*.{browser,postgres}.test.{ts,tsx}', '**/node_modules/**'],
  },
});
