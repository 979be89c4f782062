import type { ColumnType } from 'kysely';

/** Written as JSON text and read as a value, so that PGlite and `pg` agree. */
export type Json<Value> = ColumnType<Value, string, string>;

/** `pg` reads a text and PGlite a number: convert with `Number`. */
export type BigInteger = ColumnType<string | number, number | undefined, number>;
export type NullableBigInteger = ColumnType<string | number | null, number | null | undefined, number | null>;
