import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { answered } from '../primitives.ts';

/** What one check of an installation has found. */
export const finding = z.object({
  check: z.string(),
  status: answered(['ok', 'warning', 'failed'], 'warning'),
  /** What was found, and what to do about it. */
  message: z.string(),
});
/** What one check of an installation has found. */
export type Finding = z.infer<typeof finding>;

/** GET /admin/v0/doctor: checks what a server depends on. */
export const examine = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/doctor',
  needs: 'operate',
  response: z.object({ findings: z.array(finding) }),
});
