import { describe } from 'vitest';
import { describeAuth } from './auth/auth.suite.ts';
import { describeReports } from './reports/reports.suite.ts';
import { describeOffline } from './scans/offline.suite.ts';
import { describeScans } from './scans/scans.suite.ts';
import { describeUndo } from './scans/undo.suite.ts';
import { describeSnapshot } from './snapshot/snapshot.suite.ts';
import { createPostgresDatabase } from './testing/test-databases.ts';
import { describeImport } from './tickets/import.suite.ts';
import { describeSearch } from './tickets/search.suite.ts';

describe('sign-in on PostgreSQL', () => describeAuth(createPostgresDatabase));
describe('scans on PostgreSQL', () => describeScans(createPostgresDatabase));
describe('the snapshot on PostgreSQL', () => describeSnapshot(createPostgresDatabase));
describe('reports on PostgreSQL', () => describeReports(createPostgresDatabase));
describe('offline scans on PostgreSQL', () => describeOffline(createPostgresDatabase));
describe('undo on PostgreSQL', () => describeUndo(createPostgresDatabase));
describe('the search for tickets on PostgreSQL', () => describeSearch(createPostgresDatabase));
describe('the import of tickets on PostgreSQL', () => describeImport(createPostgresDatabase));
