import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeRights } from './rights.suite.ts';

describe('rights on PostgreSQL', () => describeRights(createPostgresDatabase));
