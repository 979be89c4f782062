import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeUndo } from './undo.suite.ts';

describe('undo on PGlite', { timeout: START_MS }, () => describeUndo(createMemoryDatabase));
