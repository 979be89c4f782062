import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSealing } from './sealing.suite.ts';

describe('sealing on PostgreSQL', () => describeSealing(createPostgresDatabase));
