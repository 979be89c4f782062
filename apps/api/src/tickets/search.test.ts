import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSearch } from './search.suite.ts';

describe('the search for tickets on PGlite', () => describeSearch(createMemoryDatabase));
