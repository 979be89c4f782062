import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeUndo } from './undo.suite.ts';

describe('undo on PostgreSQL', () => describeUndo(createPostgresDatabase));
