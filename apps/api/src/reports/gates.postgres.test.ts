import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeGates } from './gates.suite.ts';

describe('live gates on PostgreSQL', () => describeGates(createPostgresDatabase));
