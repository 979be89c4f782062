import { describe, inject, test } from 'vitest';
import { httpHarnesses } from '../contract/http-harnesses.ts';
import { batchSinkContract, createMemoryLogService } from './testing/index.ts';

describe.each([...httpHarnesses(() => inject('logService')), ['memory', { open: createMemoryLogService }] as const])(
  'The sink through %s',
  (_name, harness) => {
    for (const { title, run } of batchSinkContract(harness)) test.concurrent(title, run);
  },
);
