import { CONTRACT_CALLS, CONTRACT_SCHEMAS } from '@scantix/api-contract/calls';
import * as z from 'zod/mini';

/** A JSON Schema of 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The schemas of the contract, and which part of which call each is. */
export interface SchemaTable {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The name of a call's schema; `undefined`: the call has none. */
  nameOf(schema: z.ZodMiniType | undefined): string | undefined;
}

/**
 * Makes JSON Schemas of what travels. `closed` forbids fields that no schema names, which tests ask of the server; a client
 * has to take them from a newer one.
 */
export function describeSchemas({ closed = false }: { closed?: boolean } = {}): SchemaTable {
  const registry = z.registry<{ id: string }>();
  const add = (schema: z.ZodMiniType | undefined, id: string) => {
    if (schema && !registry.has(schema)) registry.add(schema, { id });
  };
  for (const [name, schema] of CONTRACT_SCHEMAS) add(schema, capitalize(name));
  for (const [name, { params, query, body, response }] of CONTRACT_CALLS) {
    const call = capitalize(name);
    add(params, `${call}Path`);
    add(query, `${call}Query`);
    add(body, `${call}Request`);
    add(response, `${call}Answer`);
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: closed ? 'output' : 'input',
    // The bytes of files and streams.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { known } = zodSchema as { known?: readonly string[] };
      // Values that this build knows; a newer server may have more. The name is Zalando's convention.
      if (known) Object.assign(jsonSchema, { 'x-extensible-enum': known });
      if (closed && known) Object.assign(jsonSchema, { enum: known });
    },
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  // The envelope takes anything with an id, so that an invalid scan fails alone.
  const { scans } = schemas.PostScansRequest?.properties ?? {};
  if (typeof scans === 'object') scans.items = { $ref: '#/components/schemas/Scan' };
  return { schemas, nameOf: (schema) => schema && registry.get(schema)?.id };
}

/** `postScans` as `PostScans`. */
export function capitalize(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
