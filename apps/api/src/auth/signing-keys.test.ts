import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeSigningKeys } from './signing-keys.suite.ts';

describe('signing keys on PGlite', { timeout: START_MS }, () => describeSigningKeys(createMemoryDatabase));
