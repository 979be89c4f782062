import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSweep } from './sweep-scans.suite.ts';

describe('the sweep of scans on PGlite', () => describeSweep(createMemoryDatabase));
