import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeAuth } from './auth.suite.ts';

describe('sign-in on PostgreSQL', () => describeAuth(createPostgresDatabase));
