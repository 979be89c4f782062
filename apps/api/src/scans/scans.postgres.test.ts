import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeScans } from './scans.suite.ts';

describe('scans on PostgreSQL', () => describeScans(createPostgresDatabase));
