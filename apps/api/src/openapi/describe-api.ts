import { WIRE_VERSION } from '@scantix/api-contract';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import { CHAPTERS, describeCall, type Operation } from './describe-call.ts';
import { describeRefusals } from './describe-refusals.ts';
import { describeSchemas, type JsonSchema } from './describe-schemas.ts';

/** The API in OpenAPI 3.1. */
export interface ApiDescription {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: ReturnType<typeof describeRefusals>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** What holds for every call. */
const ABOUT = [
  'Every call of the Scantix API, made from the contract by which the server checks requests and its tests check answers.',
  'Bodies are JSON in UTF-8. A refusal is JSON with `success: false`, a `code` of a closed set, and a message for people. ' +
    'With `retry_after_ms`, come back then; a 503 without it may be repeated, too.',
  'A client takes fields and values that it does not know, from a newer server. A server sends no values to a client that ' +
    'its `Scantix-Wire` cannot read.',
  'Sign-ins are limited by account and network address, searches, exports and imports by clerk; 429 and 503 say when to ' +
    'come back.',
];

/** Describes the API from the contract. @param closed see `describeSchemas` */
export function describeApi({ build, closed = false }: { build: string; closed?: boolean }): ApiDescription {
  const table = describeSchemas({ closed });
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of CONTRACT_CALLS) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeCall(name, endpoint, table),
    };
  }
  const named = Object.entries(table.schemas).filter(([name]) => !/(Path|Query)$/.test(name));
  return {
    openapi: '3.1.1',
    info: { title: 'Scantix API', version: `${WIRE_VERSION} (build ${build})`, description: ABOUT.join('\n\n') },
    servers: [{ url: '/' }],
    tags: [...new Set(CHAPTERS.map(([, name]) => name)), 'Server'].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(named),
      responses: describeRefusals(),
      securitySchemes: {
        session: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          description: 'The access token of a sign-in. A role is a right that the clerk’s workgroup must have.',
        },
      },
    },
  };
}
