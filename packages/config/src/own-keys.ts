import { ConfigurationError } from './errors.ts';

/** Reads one value of the page: a schema of zod, or anything else with a `parse` that throws. */
export interface ValueSchema<Value = unknown> {
  /**
   * Gets the value as the page set it; `undefined` where it set none.
   * @throws when the value is missing or wrong
   */
  parse(value: unknown): Value;
}

/** An app's own keys with their schemas. */
export type OwnKeys = Readonly<Record<string, ValueSchema>>;

/** The values of an app's own keys, inferred from their schemas. */
export type OwnValues<Keys extends OwnKeys> = { readonly [Key in keyof Keys]: ReturnType<Keys[Key]['parse']> };

/**
 * Reads the values of an app's own keys.
 * @throws ConfigurationError `invalid` with the name of the key; its cause is what the schema threw
 */
export function readOwnKeys(keys: OwnKeys, source: Readonly<Record<string, unknown>>): OwnValues<OwnKeys> {
  const entries = Object.entries(keys).map(([key, schema]) => {
    try {
      return [key, schema.parse(source[key])];
    } catch (cause) {
      throw new ConfigurationError('invalid', `${key} is not valid`, { cause });
    }
  });
  return Object.freeze(Object.fromEntries(entries));
}
