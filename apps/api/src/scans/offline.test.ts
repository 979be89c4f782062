import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeOffline } from './offline.suite.ts';

describe('offline scans on PGlite', { timeout: START_MS }, () => describeOffline(createMemoryDatabase));
