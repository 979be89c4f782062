import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createEmptyMemoryDatabase } from '../testing/test-databases.ts';
import { describeMigrate } from './migrate.suite.ts';

describe('migrations on PGlite', { timeout: START_MS }, () => describeMigrate(createEmptyMemoryDatabase));
