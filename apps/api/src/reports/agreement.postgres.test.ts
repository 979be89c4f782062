import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeAgreement } from './agreement.suite.ts';

describe('Results and Reports on PostgreSQL', () => describeAgreement(createPostgresDatabase));
