import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeAuth } from './auth.suite.ts';

describe('sign-in on PGlite', { timeout: START_MS }, () => describeAuth(createMemoryDatabase));
