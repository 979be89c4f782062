import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeOffline } from './offline.suite.ts';

describe('offline scans on PGlite', () => describeOffline(createMemoryDatabase));
