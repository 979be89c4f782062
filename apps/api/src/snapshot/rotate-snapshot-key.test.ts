import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeKeyRotation } from './rotate-snapshot-key.suite.ts';

describe('a rotation of the snapshot key on PGlite', { timeout: START_MS }, () =>
  describeKeyRotation(createMemoryDatabase),
);
