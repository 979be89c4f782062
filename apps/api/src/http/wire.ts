import { HEADERS } from '@scantix/api-contract';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** A value of an answer that apps of an earlier wire version cannot read. */
export interface NewerValue {
  /** The first wire version whose readers know it. */
  readonly since: number;
  /** The field that holds it, wherever it stands in an answer. */
  readonly field: string;
  readonly value: string;
  /** What an older app gets instead. */
  readonly instead: string;
}

/** Every value that was added to the contract later. Apps of the wire versions 0 and 1 read all others. */
export const NEWER_VALUES: readonly NewerValue[] = [
  { since: 2, field: 'reason', value: 'not_permitted', instead: 'wrong_checkpoint' },
  { since: 2, field: 'kind', value: 'not_permitted', instead: 'wrong_checkpoint' },
  { since: 2, field: 'refusal', value: 'not_permitted', instead: 'no_effect' },
];

/** Returns an answer without the values that its caller, by the wire version in its request, cannot read. */
export function fitToWire<Answer>(answer: Answer, context: Context<AppEnv>, values = NEWER_VALUES): Answer {
  const wire = wireOf(context.req.header(HEADERS.wire));
  const unreadable = values.filter(({ since }) => since > wire);
  return unreadable.length === 0 ? answer : (replace(answer, unreadable) as Answer);
}

/** Reads a wire version from its header. Anything but a number comes from no app of ours: 0. */
export function wireOf(header = ''): number {
  return /^\d{1,6}$/.test(header) ? Number(header) : 0;
}

function replace(node: unknown, values: readonly NewerValue[]): unknown {
  if (Array.isArray(node)) return node.map((item) => replace(item, values));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([field, value]) => {
      const newer = values.find((one) => one.field === field && one.value === value);
      return [field, newer ? newer.instead : replace(value, values)];
    }),
  );
}
