import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeScans } from './scans.suite.ts';

describe('scans on PGlite', { timeout: START_MS }, () => describeScans(createMemoryDatabase));
