import { html } from 'hono/html';
import type { JsonSchema } from './describe-schemas.ts';

/** A piece of the page. */
export type Markup = ReturnType<typeof html>;

/** Formats a schema in one line: its type, its limits, and links to the schemas that it names. */
export function formatType(schema: JsonSchema | boolean | undefined): Markup {
  if (typeof schema !== 'object') return html`anything`;
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#${name}">${name}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return join(choices.map(formatType), ' or ');
  if (schema.allOf) return join(schema.allOf.map(formatType), ' and ');
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.type === 'array') {
    if (!schema.items) return html`array`;
    return html`array${limits(schema.minItems, schema.maxItems, 'items')} of ${formatType(schema.items as JsonSchema)}`;
  }
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return html`object of ${formatType(schema.additionalProperties)}`;
  }
  const known = (schema as { 'x-extensible-enum'?: readonly string[] })['x-extensible-enum'];
  if (known) return html`${known.map((value) => JSON.stringify(value)).join(', ')} or a newer one`;
  return html`${schema.type ?? 'anything'}${limits(schema.minLength, schema.maxLength, 'characters')}${limits(
    schema.minimum,
    readableMaximum(schema),
    '',
  )}${schema.pattern ? html` <code>${schema.pattern}</code>` : ''}`;
}

/** The schema whose fields stand below a field: an object without a name, or an array of such. */
export function fieldsBelow(schema: JsonSchema | boolean | undefined): JsonSchema | undefined {
  if (typeof schema !== 'object') return undefined;
  if (schema.properties) return schema;
  if (schema.items && !Array.isArray(schema.items)) return fieldsBelow(schema.items);
  return (schema.anyOf ?? schema.oneOf)?.map(fieldsBelow).find((one) => one !== undefined);
}

/** Whole numbers have JavaScript's limits, which are no news. */
const readableMaximum = ({ maximum }: JsonSchema) => (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum);

function limits(least: number | undefined, most: number | undefined, what: string): string {
  const isLow = least === undefined || least === Number.MIN_SAFE_INTEGER;
  if (isLow && most === undefined) return '';
  const [low, high] = [least?.toLocaleString('en'), most?.toLocaleString('en')];
  const range = isLow ? `up to ${high}` : most === undefined ? `from ${low}` : least === most ? low : `${low}–${high}`;
  return ` (${range}${what && ` ${what}`})`;
}

function join(parts: readonly Markup[], word: string): Markup {
  return html`${parts.map((part, nth) => (nth === 0 ? part : html`${word}${part}`))}`;
}
