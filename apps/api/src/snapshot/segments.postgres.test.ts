import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSegments } from './segments.suite.ts';

describe('the snapshot on PostgreSQL', () => describeSegments(createPostgresDatabase));
