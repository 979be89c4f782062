import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSweep } from './sweep-scans.suite.ts';

describe('the sweep of scans on PostgreSQL', () => describeSweep(createPostgresDatabase));
