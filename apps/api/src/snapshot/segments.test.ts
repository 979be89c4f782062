import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSegments } from './segments.suite.ts';

describe('the snapshot on PGlite', { timeout: START_MS }, () => describeSegments(createMemoryDatabase));
