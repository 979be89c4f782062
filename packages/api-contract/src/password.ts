import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { answered, label } from './primitives.ts';

/** The fewest characters of a password (OWASP ASVS 5.0, 6.2.1, asks for 8). */
export const MIN_PASSWORD_LENGTH = 10;

/**
 * Why a new password is not taken: it is too short, it is the login name, it is the current one, or one of those that
 * are guessed first.
 */
export const PASSWORD_REFUSALS = ['too_short', 'login_name', 'unchanged', 'common'] as const;
/** Why a new password is not taken. */
export type PasswordRefusal = (typeof PASSWORD_REFUSALS)[number];

/**
 * POST /v0/auth/password: replaces the own password, under the limits of sign-in. It ends all sessions of the clerk. A
 * wrong current password is `unauthenticated`.
 */
export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/v0/auth/password',
  needs: 'anybody',
  body: z.object({ clerk: label(120), password: label(1024), new_password: label(1024), device_id: label(128) }),
  response: z.discriminatedUnion('status', [
    z.object({ status: z.literal('changed') }),
    z.object({ status: z.literal('refused'), refusal: answered(PASSWORD_REFUSALS, 'common') }),
  ]),
});
