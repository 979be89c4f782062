import { describe } from 'vitest';
import { describeAuth } from './auth/auth.suite.ts';
import { describeReports } from './reports/reports.suite.ts';
import { describeScans } from './scans/scans.suite.ts';
import { describeSnapshot } from './snapshot/snapshot.suite.ts';
import { createPostgresDatabase } from './testing/test-databases.ts';

describe('sign-in on PostgreSQL', () => describeAuth(createPostgresDatabase));
describe('scans on PostgreSQL', () => describeScans(createPostgresDatabase));
describe('the snapshot on PostgreSQL', () => describeSnapshot(createPostgresDatabase));
describe('reports on PostgreSQL', () => describeReports(createPostgresDatabase));
