import { timestamp, uuid } from '@scantix/api-contract';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

/** The position of a page's last row in the order of a list. */
export interface KeysetPosition {
  readonly at: string;
  readonly id: string;
}

const position = z.tuple([timestamp, uuid]);

/** Formats a position as an opaque text. */
export function formatKeysetCursor({ at, id }: KeysetPosition): string {
  return formatCursor([at, id]);
}

/** Parses a position. @throws ApiError for any other text than `formatKeysetCursor` makes */
export function parseKeysetCursor(cursor: string): KeysetPosition {
  const [at, id] = parseCursor(position, cursor);
  return { at, id };
}

/** Formats any value as an opaque text. */
export function formatCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Parses a cursor. @throws ApiError if it does not match the schema */
export function parseCursor<Schema extends z.ZodMiniType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ApiError('invalid_request', 'Invalid request: cursor');
  }
}
