import * as z from 'zod/mini';

/**
 * What is read of the answers to the three calls. It is less than what our own server promises in api-contract, because the
 * session works with every server that answers as the README says: sizes, the form of ids and further fields are theirs.
 */
const wireTokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.positive()),
  refresh_expires_in: z.number().check(z.positive()),
});

/** The tokens of an answer; lifetimes in seconds. */
export type WireTokens = z.infer<typeof wireTokens>;

/** A refresh that has succeeded. */
export const refreshAnswer = z.object({ success: z.literal(true), tokens: wireTokens });

/** A sign-in that has succeeded; its user is read as one that was stored. */
export const loginAnswer = z.object({ success: z.literal(true), tokens: wireTokens, user: z.looseObject({}) });

/** What is read of any other answer in JSON. */
export interface JsonAnswer {
  /** Whatever the server wrote. */
  readonly success: unknown;
  /** Null when it is absent or no text. */
  readonly message: string | null;
  /** How long our API asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Reads a body that is not the answer asked for; null when it is not JSON. */
export function readJsonAnswer(text: string): JsonAnswer | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { success, message, retry_after_ms: retryAfterMs } = fields;
  return {
    success,
    message: typeof message === 'string' && message.trim() !== '' ? message : null,
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
  };
}
