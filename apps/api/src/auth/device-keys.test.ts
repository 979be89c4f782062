import { describe } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { describeDeviceKeys } from './device-keys.suite.ts';

describe('device keys on PGlite', { timeout: START_MS }, () => describeDeviceKeys(createMemoryDatabase));
