import { describe } from 'vitest';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeCountedHours } from './count-hours.suite.ts';

describe('counted hours on PGlite', () => void describeCountedHours(createMemoryDatabase));
