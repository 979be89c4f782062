import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeReports } from './reports.suite.ts';

describe('reports on PGlite', () => describeReports(createMemoryDatabase));
