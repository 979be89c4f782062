import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeReceipts } from './receipts.suite.ts';

describe('receipt numbers on PostgreSQL', () => describeReceipts(createPostgresDatabase));
