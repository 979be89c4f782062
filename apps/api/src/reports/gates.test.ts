import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeGates } from './gates.suite.ts';

describe('live gates on PGlite', { timeout: START_MS }, () => describeGates(createMemoryDatabase));
