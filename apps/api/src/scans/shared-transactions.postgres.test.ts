import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSharedTransactions } from './shared-transactions.suite.ts';

describe('scans of many calls on PostgreSQL', () => describeSharedTransactions(createPostgresDatabase));
