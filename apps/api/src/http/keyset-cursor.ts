import { timestamp, uuid } from '@scantix/api-contract';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

/** Where a page of a list ends: the last row's place in the order. */
export interface KeysetPosition {
  readonly at: string;
  readonly id: string;
}

const position = z.tuple([timestamp, uuid]);

/** An opaque text for a position. */
export function formatKeysetCursor({ at, id }: KeysetPosition): string {
  return formatCursor([at, id]);
}

/** Reads a position back. @throws ApiError for anything that `formatKeysetCursor` has not made */
export function parseKeysetCursor(cursor: string): KeysetPosition {
  const [at, id] = parseCursor(position, cursor);
  return { at, id };
}

/** An opaque text for any position. */
export function formatCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Reads a cursor back. @throws ApiError for anything that does not fit */
export function parseCursor<Schema extends z.ZodMiniType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ApiError('invalid_request', 'Invalid request: cursor');
  }
}
