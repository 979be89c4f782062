import { apiErrorBody } from '@scantix/api-contract';
import { expect } from 'vitest';
import { rawRequest } from './raw-request.ts';

/** Sends a request and expects a refusal in the contract's form, with the given status if any. */
export type RefusalCheck = (input: Parameters<typeof rawRequest>[1], status?: number) => Promise<void>;

/** Sends it to the server at `url` and expects a refusal in the contract's form. */
export async function expectRefusedBy(
  url: string,
  input: Parameters<typeof rawRequest>[1],
  status?: number,
): Promise<void> {
  const answer = await rawRequest(url, input);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  if (status) expect(answer.status).toBe(status);
  expect(apiErrorBody.safeParse(JSON.parse(answer.text)).success).toBe(true);
}

/** Values that are invalid in every text field. */
export const NOT_TEXT: [string, unknown][] = [
  ['null', null],
  ['a number', 7],
  ['a list', []],
  ['an object', {}],
  ['true', true],
  ['no text', ''],
  ['a lone surrogate', '\ud800'],
  ['20,000 characters', 'x'.repeat(20_000)],
];
/** Values that only a barcode may have. */
export const NUL: [string, unknown] = ['U+0000', 'a\u0000b'];
