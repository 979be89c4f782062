import { afterAll, beforeAll, describe, test } from 'vitest';
import { httpHarnesses } from '../contract/http-harnesses.ts';
import { startLogService } from '../contract/log-service.ts';
import { batchSinkContract, createMemoryLogService } from './testing/index.ts';

let service: Awaited<ReturnType<typeof startLogService>>;
beforeAll(async () => {
  service = await startLogService();
});
afterAll(() => service.close());

describe.each([...httpHarnesses(() => service.origin), ['memory', { open: createMemoryLogService }] as const])(
  'The sink through %s',
  (_name, harness) => {
    for (const { title, run } of batchSinkContract(harness)) test.concurrent(title, run);
  },
);
