import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeOffline } from './offline.suite.ts';

describe('offline scans on PostgreSQL', () => describeOffline(createPostgresDatabase));
