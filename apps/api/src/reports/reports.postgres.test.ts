import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeReports } from './reports.suite.ts';

describe('reports on PostgreSQL', () => describeReports(createPostgresDatabase));
