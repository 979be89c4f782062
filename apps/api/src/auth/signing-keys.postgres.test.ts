import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSigningKeys } from './signing-keys.suite.ts';

describe('signing keys on PostgreSQL', () => describeSigningKeys(createPostgresDatabase));
