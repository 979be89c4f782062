import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeErasure } from './erasure.suite.ts';

describe('the erasure of a holder on PGlite', { timeout: START_MS }, () => describeErasure(createMemoryDatabase));
