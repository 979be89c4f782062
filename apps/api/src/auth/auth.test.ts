import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeAuth } from './auth.suite.ts';

describe('sign-in on PGlite', () => describeAuth(createMemoryDatabase));
