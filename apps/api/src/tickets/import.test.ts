import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeImport } from './import.suite.ts';

describe('the import of tickets on PGlite', { timeout: START_MS }, () => describeImport(createMemoryDatabase));
