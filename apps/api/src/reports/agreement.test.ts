import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeAgreement } from './agreement.suite.ts';

describe('Results and Reports on PGlite', { timeout: START_MS }, () => describeAgreement(createMemoryDatabase));
