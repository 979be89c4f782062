import { createMemoryScanStore, createMemoryTicketStore } from '@scantix/scan-ledger/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelApi, startModelApi } from './model-api.ts';
import { runModel } from './run-model.ts';

const LIMIT_MS = 120_000;
let api: ModelApi;
beforeAll(async () => {
  api = await startModelApi();
}, LIMIT_MS);
afterAll(() => api.close());

test(
  'in any order of commands ledger and API do what a simple model does',
  () => runModel(api, { runs: 10, seed: Date.now() }),
  LIMIT_MS,
);

test(
  'a device that ignores its own scans is detected',
  async () => {
    const storage = () => {
      const [store, ticketStore] = [createMemoryScanStore(), createMemoryTicketStore()];
      return { openStore: () => ({ ...store, listEffective: async () => [] }), openTicketStore: () => ticketStore };
    };
    await expect(runModel(api, { runs: 1_000, seed: 1, storage, first: true })).rejects.toThrow('Counterexample');
  },
  LIMIT_MS,
);
