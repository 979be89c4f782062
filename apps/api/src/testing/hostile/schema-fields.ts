import * as z from 'zod/mini';

/** The way to a field: keys of objects, and 0 for the first one of a list. */
export type FieldPath = readonly (string | number)[];

/** One place of a schema where a value stands. */
export interface Field {
  readonly path: FieldPath;
  /** The most characters or items, where the schema says so. */
  readonly max: number | undefined;
}

/** A value for the field of a name, if there is one. */
export type Known = Readonly<Record<string, unknown>>;

/** Every field of a schema, the whole value first. */
export function fieldsOf(schema: z.ZodMiniType, path: FieldPath = []): Field[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const here: Field[] = [{ path, max: maximumOf(def) }];
  switch (def.type) {
    case 'object':
      return [
        ...here,
        ...Object.entries(def.shape).flatMap(([key, child]) => fieldsOf(child as z.ZodMiniType, [...path, key])),
      ];
    case 'array':
      return [...here, ...fieldsOf(def.element as z.ZodMiniType, [...path, 0])];
    case 'union':
      return def.options.flatMap((option) => fieldsOf(option as z.ZodMiniType, path));
    case 'pipe':
      return fieldsOf(def.in as z.ZodMiniType, path);
    default:
      return 'innerType' in def ? fieldsOf(def.innerType as z.ZodMiniType, path) : here;
  }
}

function maximumOf({ checks = [] }: { readonly checks?: readonly z.core.$ZodCheck[] | undefined }): number | undefined {
  const limits = checks.map(({ _zod }) => _zod.def).filter((def) => def.check === 'max_length');
  return (limits as { maximum?: number }[])[0]?.maximum;
}

/** Text for fields whose names say nothing: the first one that the schema allows. */
const TEXTS = [
  '01a1fc4f-66db-7413-888b-aaf9e3b59103',
  '2026-11-21T09:00:00.000Z',
  'a'.repeat(64),
  'example',
  '1',
  'true',
  'https://receiver.example/hook',
  '60000',
  'A'.repeat(43),
  'a-long-enough-text-for-every-password',
];

/**
 * A value that the schema allows: required fields, and the optional ones on the way to the field `along`.
 * @returns `undefined` if none was found
 */
export function sampleOf(schema: z.ZodMiniType, known: Known, along: FieldPath = [], name = ''): unknown {
  const given = known[name];
  if (given !== undefined && along.length === 0 && z.safeParse(schema, given).success) return given;
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const inside = (child: unknown, key: string | number) =>
    sampleOf(
      child as z.ZodMiniType,
      known,
      along[0] === key ? along.slice(1) : [],
      typeof key === 'string' ? key : name,
    );
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([key, child]) => along[0] === key || child._zod.optin !== 'optional')
          .map(([key, child]) => [key, inside(child, key)]),
      );
    case 'array':
      return [inside(def.element, 0)];
    case 'union':
      return sampleOf(def.options[0] as unknown as z.ZodMiniType, known, along, name);
    case 'pipe':
      return sampleOf(def.in as unknown as z.ZodMiniType, known, along, name);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    default:
      if ('innerType' in def) return sampleOf(def.innerType as unknown as z.ZodMiniType, known, along, name);
      return [...TEXTS, 1, true].find((value) => z.safeParse(schema, value).success);
  }
}

/** A copy of a sample with another value at a field; without a value the field is left out. */
export function withField(sample: unknown, path: FieldPath, ...value: [] | [unknown]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value[0];
  const copy: Record<string | number, unknown> = Array.isArray(sample)
    ? ([...sample] as never)
    : { ...(sample as object) };
  if (rest.length === 0 && value.length === 0) delete copy[key];
  else setOwn(copy, key, withField(copy[key], rest, ...value));
  return copy;
}

function setOwn(target: object, key: string | number, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
