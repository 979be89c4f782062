import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSearch } from './search.suite.ts';

describe('the search for tickets on PGlite', { timeout: START_MS }, () => describeSearch(createMemoryDatabase));
