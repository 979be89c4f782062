import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeReceipts } from './receipts.suite.ts';

describe('receipt numbers on PGlite', { timeout: START_MS }, () => describeReceipts(createMemoryDatabase));
