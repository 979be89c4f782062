import type { Endpoint } from '@scantix/api-contract';
import { answerHeadersOf, headerTable, requestHeaders } from './call-headers.ts';
import { mediaOf } from './call-media.ts';
import TEXTS from './call-texts.json' with { type: 'json' };
import { refusalsOf } from './describe-refusals.ts';
import type { JsonSchema, SchemaTable } from './describe-schemas.ts';

/** What a body may be, by its type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** One call in the document. */
export type Operation = ReturnType<typeof describeCall>;

/** Describes a call: who may make it, what it carries, what it is answered with. */
export function describeCall(name: string, endpoint: Endpoint, { schemas, nameOf }: SchemaTable) {
  const { body, query, params, response } = endpoint;
  const { request, answer, orJson, maxBody } = mediaOf(name);
  const text = (TEXTS as Readonly<Record<string, string>>)[name] ?? '';
  const json: Content = { 'application/json': { schema: refTo(nameOf(response)) } };
  const content: Content | undefined = body
    ? { 'application/json': { schema: refTo(nameOf(body)) } }
    : request && mediaTypes(request);
  return {
    operationId: name,
    summary: firstSentence(text),
    description: text,
    tags: [tagOf(endpoint.path)],
    ...whoMayCall(endpoint),
    parameters: [
      ...parametersOf('path', schemas[nameOf(params) ?? '']),
      ...parametersOf('query', schemas[nameOf(query) ?? '']),
      ...Object.entries(requestHeaders(endpoint)).map(([header, description]) => ({
        ...{ name: header, in: 'header', required: false, description, schema: { type: 'string' } },
      })),
    ],
    ...(content
      ? { requestBody: { required: true, description: `At most ${maxBody.toLocaleString('en')} bytes.`, content } }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        headers: headerTable(answerHeadersOf(endpoint)),
        content: { ...(answer ? mediaTypes(answer) : {}), ...(answer && !orJson ? {} : json) } as Content,
      },
      ...refusalsOf(endpoint),
    },
  };
}

/**
 * Rights stand as the roles of the bearer scheme, each of several as an alternative. The operator's calls need no token
 * but the operator's socket.
 */
function whoMayCall({ needs }: Endpoint) {
  if (needs === 'anybody') return { security: [] };
  if (needs === 'operate') {
    return {
      security: [],
      servers: [{ url: 'http://scantix', description: 'The admin socket, for the operator alone.' }],
    };
  }
  if (needs === 'session') return { security: [{ session: [] }] };
  return { security: needs.map((right) => ({ session: [right] })) };
}

function parametersOf(where: 'path' | 'query', schema: JsonSchema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    ...{ name, in: where, required: where === 'path' || (schema?.required ?? []).includes(name), schema: field },
  }));
}

function mediaTypes(types: Readonly<Record<string, string>>): Content {
  return Object.fromEntries(
    Object.entries(types).map(([type, description]) => [type, { schema: { type: 'string', description } }]),
  );
}

const refTo = (name: string | undefined): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const firstSentence = (text: string) => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;

/** The chapter of a call, by its path. */
function tagOf(path: string): string {
  const chapter = CHAPTERS.find(([start]) => path.startsWith(start));
  return chapter ? chapter[1] : 'Server';
}

/** Chapters by the beginning of their paths, in the order of the page. */
export const CHAPTERS: readonly (readonly [start: string, name: string])[] = [
  ['/v0/auth/', 'Sign-in'],
  ['/.well-known/', 'Sign-in'],
  ['/config/', 'Configuration'],
  ['/scantix/v0/scanner/', 'Scans'],
  ['/tickets/', 'Tickets'],
  ['/scantix/v0/reports/', 'Reports'],
  ['/admin/', 'Administration'],
];
