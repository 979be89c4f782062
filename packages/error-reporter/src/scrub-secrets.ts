import { FILTERED, scrubText } from './scrub-text.ts';

const SECRET_KEYS = [
  /token|passw(?:or)?d|passphrase|secret|credential|signature|authorization|cookie|jwt|api[_-]?key|barcode/i,
  /(?:^|[_.-])(?:key|pwd)$/i,
  /[a-z]Key$/,
];

/** Deeper than anything that is sent; deeper values are masked as a whole. */
const DEPTH = 32;

/**
 * A copy of a value in which every text is scrubbed and every entry with a secret's name is masked. Values that are
 * not plain data (class instances, bytes) stay as they are. Pure.
 */
export function scrubSecrets<T>(value: T): T {
  return scrub(value, DEPTH, new Map()) as T;
}

function scrub(value: unknown, depth: number, seen: Map<object, unknown>): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  if (depth === 0) return FILTERED;
  const known = seen.get(value);
  if (known) return known;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    seen.set(value, copy);
    for (const inner of value) copy.push(scrub(inner, depth - 1, seen));
    return copy;
  }
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [key, inner] of Object.entries(value)) {
    copy[scrubText(key)] = SECRET_KEYS.some((pattern) => pattern.test(key))
      ? mask(inner, depth - 1, seen)
      : scrub(inner, depth - 1, seen);
  }
  return copy;
}

/** Keeps the shape, since a receiver may expect a typed attribute. What was met before would never end in a graph. */
function mask(value: unknown, depth: number, seen: Map<object, unknown>): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || depth <= 0 || !isPlain(value) || seen.has(value)) return FILTERED;
  seen.set(value, FILTERED);
  if (Array.isArray(value)) return value.map((inner) => mask(inner, depth - 1, seen));
  const { type, ...rest } = value as Record<string, unknown>;
  const masked = Object.entries(rest).map(([key, inner]) => [key, mask(inner, depth - 1, seen)]);
  return { ...Object.fromEntries(masked), ...(typeof type === 'string' ? { type: scrubText(type) } : {}) };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype;
}
