import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeMixedDay } from './mixed-day.suite.ts';

describe('a mixed day on PGlite', { timeout: START_MS }, () => describeMixedDay(createMemoryDatabase));
