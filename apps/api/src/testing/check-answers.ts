import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { Content, Operation } from '../openapi/describe-call.ts';

/** What serves requests as an app does. */
export type Served = Pick<Hono<AppEnv>, 'fetch'>;

interface Answer {
  readonly headers: object;
  readonly content: Content;
}

interface DescribedCall {
  readonly method: string;
  readonly pattern: RegExp;
  readonly operation: Operation;
}

interface Described {
  readonly calls: readonly DescribedCall[];
  readonly refusals: Readonly<Record<string, Answer>>;
  readonly ajv: Ajv2020;
}

let described: Described | undefined;

/** The description, which all servers of a test run share. */
function describedApi(): Described {
  if (described) return described;
  const { paths, components } = describeApi({ build: 'test', closed: true });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api:', components });
  const calls = Object.entries(paths)
    // A path of words before one with a parameter in the same place.
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        operation,
      })),
    );
  described = { calls, refusals: components.responses, ajv };
  return described;
}

/**
 * Serves an app, and compares its answers with the API's description, in which nothing is left open: status, type, headers,
 * and JSON by its schema. `problems` gets what the description does not say.
 */
export function checkAnswers(app: Served, problems: string[]): Served {
  return {
    fetch: async (request, ...rest) => {
      const response = await app.fetch(request, ...rest);
      // A Host may make the address none.
      const pathname = URL.parse(request.url)?.pathname ?? '';
      const api = describedApi();
      const call = api.calls.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
      return call ? checkAnswer(call.operation, response, { ...api, problems }) : response;
    },
  };
}

async function checkAnswer(
  { operationId, responses }: Operation,
  response: Response,
  { refusals, ajv, problems }: Described & { problems: string[] },
): Promise<Response> {
  const { status } = response;
  const tell = (what: string) => problems.push(`${operationId} ${status}: ${what}`);
  const { 200: done, ...others } = responses;
  const refused: Readonly<Record<number, { $ref: string }>> = others;
  const refusal = refused[status]?.$ref;
  const answer: Answer | undefined = refusal
    ? refusals[refusal.split('/').at(-1) ?? '']
    : status === 200
      ? done
      : undefined;
  if (!answer) {
    tell('the description has no such status');
    return response;
  }
  for (const [name] of response.headers) {
    const isOurs = /^(scantix-|x-request-id$|retry-after$|www-authenticate$)/.test(name);
    if (isOurs && !Object.keys(answer.headers).some((header) => header.toLowerCase() === name)) tell(`header ${name}`);
  }
  const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';');
  const content = answer.content[type];
  if (!content) tell(`type ${type || 'none'}`);
  const schema = refusal ? `${refusal}/content/application~1json/schema` : content?.schema.$ref;
  if (!content || !schema) return response;
  const text = await response.text();
  const validate = ajv.getSchema(`api:${schema}`) as ValidateFunction;
  if (!validate(JSON.parse(text))) {
    for (const { instancePath, message, params } of validate.errors ?? []) {
      tell(`${instancePath || 'body'} ${message} ${JSON.stringify(params)}`);
    }
  }
  return new Response(text, response);
}
