import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeMixedDay } from './mixed-day.suite.ts';

describe('a mixed day on PostgreSQL', () => describeMixedDay(createPostgresDatabase));
