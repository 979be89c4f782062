import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeReports } from './reports.suite.ts';

describe('reports on PGlite', { timeout: START_MS }, () => describeReports(createMemoryDatabase));
