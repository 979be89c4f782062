import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSharedTransactions } from './shared-transactions.suite.ts';

describe('scans of many calls on PGlite', { timeout: START_MS }, () =>
  describeSharedTransactions(createMemoryDatabase),
);
