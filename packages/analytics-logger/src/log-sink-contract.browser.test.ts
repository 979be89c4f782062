import { describe, inject, test } from 'vitest';
import { httpHarnesses } from '../contract/http-harnesses.ts';
import { createMemoryLogService, logSinkContract } from './testing/index.ts';

describe.each([...httpHarnesses(() => inject('logService')), ['memory', { open: createMemoryLogService }] as const])(
  'The sink through %s',
  (_name, harness) => {
    for (const { title, run } of logSinkContract(harness)) test.concurrent(title, run);
  },
);
