import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeErasure } from './erasure.suite.ts';

describe('the erasure of a holder on PostgreSQL', () => describeErasure(createPostgresDatabase));
