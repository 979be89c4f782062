import { describe } from 'vitest';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeAuth } from './auth.suite.ts';
import { describeDeviceKeys } from './device-keys.suite.ts';

describe('sign-in on PostgreSQL', () => describeAuth(createPostgresDatabase));
describe('device keys on PostgreSQL', () => describeDeviceKeys(createPostgresDatabase));
