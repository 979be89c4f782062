import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeRights } from './rights.suite.ts';

describe('rights on PGlite', { timeout: START_MS }, () => describeRights(createMemoryDatabase));
