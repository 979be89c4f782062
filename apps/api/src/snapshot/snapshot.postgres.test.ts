import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSnapshot } from './snapshot.suite.ts';

describe('the snapshot on PostgreSQL', () => describeSnapshot(createPostgresDatabase));
