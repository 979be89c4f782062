import { defineEndpoint } from '@scantix/api-contract';
import * as z from 'zod/mini';

const bin = z.object({ id: z.string(), items: z.number(), countedBy: z.string() });

export type Bin = z.infer<typeof bin>;

/** Counts one more item in a bin; server.ts answers it. */
export const countBin = defineEndpoint({
  method: 'POST',
  path: '/stock/v0/bins/{id}/count',
  needs: 'session',
  foreign: true, // not a server of Scantix: no header of its own
  params: z.object({ id: z.string() }),
  response: bin,
});
