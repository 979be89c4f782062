import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSearch } from './search.suite.ts';

describe('the search for tickets on PostgreSQL', () => describeSearch(createPostgresDatabase));
