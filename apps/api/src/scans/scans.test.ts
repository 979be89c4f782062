import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeScans } from './scans.suite.ts';

describe('scans on PGlite', () => describeScans(createMemoryDatabase));
