import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSealing } from './sealing.suite.ts';

describe('sealing on PGlite', { timeout: START_MS }, () => describeSealing(createMemoryDatabase));
