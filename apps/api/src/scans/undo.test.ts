import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeUndo } from './undo.suite.ts';

describe('undo on PGlite', () => describeUndo(createMemoryDatabase));
