import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSnapshot } from './snapshot.suite.ts';

describe('the snapshot on PGlite', () => describeSnapshot(createMemoryDatabase));
