import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { label } from '../primitives.ts';

/**
 * POST /admin/v0/backup: copies the embedded database and its secret into a new folder of the server's machine, while scans
 * are recorded. `conflict`: the folder exists, or the database is a server's.
 */
export const makeBackup = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/backup',
  needs: 'operate',
  body: z.strictObject({ folder: label(4096) }),
  response: z.object({
    folder: z.string(),
    files: z.number(),
    bytes: z.number(),
    /** How long no call was answered from the database, in milliseconds. */
    paused_ms: z.number(),
  }),
});
