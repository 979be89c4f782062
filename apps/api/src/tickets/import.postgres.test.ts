import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeImport } from './import.suite.ts';

describe('the import of tickets on PostgreSQL', () => describeImport(createPostgresDatabase));
