import type { Endpoint } from '@scantix/api-contract';
import * as contract from '@scantix/api-contract';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import * as z from 'zod/mini';
import type { HostileAnswer, HostileInput, HostileRequest, Sender } from './hostile-input.ts';
import { aroundLimit, HOSTILE_TEXTS, HOSTILE_VALUES, toJson } from './hostile-values.ts';
import { fieldsOf, type Known, sampleOf, withField } from './schema-fields.ts';

/** What the inputs name. */
export interface HostileThings {
  /** Of the clerk's own domain, by the names of fields in addresses and bodies. */
  readonly own: Known;
  /** Of another domain, by the same names. */
  readonly foreign: Known;
  /** A new id for what a body makes. */
  readonly newId: () => string;
  /** Tokens that lie, signed with the server's own key or another. */
  readonly forged: readonly (readonly [name: string, token: string])[];
  /** Of how many hostile values of a field one is tried. @default 1 */
  readonly oneOf?: number;
}

/** What a call carries, before it is written. */
export interface CallParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Who may make a call. */
export function senderOf({ needs }: Endpoint): Sender {
  if (needs === 'anybody') return 'nobody';
  return needs === 'operate' ? 'operator' : 'clerk';
}

/** Writes a call as a request. */
export function writeCall(
  { method, path, body: schema }: Endpoint,
  { params, query, body }: CallParts,
): HostileRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encode((params as Record<string, unknown>)?.[name]));
  const search = Object.entries((query ?? {}) as object).map(([key, value]) => `${key}=${encode(value)}`);
  return {
    method,
    path: filled + (search.length > 0 ? `?${search.join('&')}` : ''),
    ...(schema ? { headers: { 'Content-Type': 'application/json' }, body: toJson(body) } : {}),
  };
}

const encode = (value: unknown) => encodeURIComponent(String(value ?? '').toWellFormed());

/** A call that the contract allows, as far as it can be made from the schemas. */
export function allowedCall(endpoint: Endpoint, { own, newId }: HostileThings): CallParts {
  const inBody = { ...own, id: newId() };
  return {
    ...(endpoint.params && { params: sampleOf(endpoint.params, own) }),
    ...(endpoint.query && { query: sampleOf(endpoint.query, own) }),
    ...(endpoint.body && { body: sampleOf(endpoint.body, inBody) }),
  };
}

/** Chooses one of so many, the same ones in every run. */
function choose({ oneOf = 1 }: HostileThings): () => boolean {
  let count = 0;
  return () => count++ % oneOf === 0;
}

/** Every field of every call, or of some calls, with every hostile value. */
export function* contractInputs(things: HostileThings, calls = CONTRACT_CALLS): Generator<HostileInput> {
  for (const [group, endpoint] of calls) {
    yield* addressInputs(group, endpoint, things);
    if (endpoint.body) yield* bodyInputs(group, endpoint, things);
  }
  yield* rowInputs('postScans', contract.scan, things, writeScan, takenScan);
  yield* rowInputs('importTickets', contract.importRow, things, writeRow, takenRow, splitNames);
}

function* addressInputs(group: string, endpoint: Endpoint, things: HostileThings): Generator<HostileInput> {
  const isChosen = choose(things);
  for (const part of ['params', 'query'] as const) {
    const schema = endpoint[part];
    for (const { path, max } of schema ? fieldsOf(schema) : []) {
      const [name] = path;
      if (!schema || name === undefined) continue;
      const sample = sampleOf(schema, things.own, path);
      for (const [what, value] of [...HOSTILE_TEXTS, ...(max ? aroundLimit(max).slice(0, 3) : [])]) {
        if (!isChosen()) continue;
        const hostile = withField(sample, path, value);
        const isAllowed = z.safeParse(schema, hostile).success;
        yield {
          ...{ group, name: `${part}.${name}: ${what}`, as: senderOf(endpoint) },
          request: writeCall(endpoint, { ...allowedCall(endpoint, things), [part]: hostile }),
          expects: isAllowed ? 'unharmed' : 'refused',
        };
      }
    }
  }
}

function* bodyInputs(group: string, endpoint: Endpoint, things: HostileThings): Generator<HostileInput> {
  const { body: schema } = endpoint;
  if (!schema) return;
  for (const [name, body] of hostileBodies(schema, things)) {
    const request = writeCall(endpoint, { ...allowedCall(endpoint, things), body });
    const isAllowed = z.safeParse(schema, JSON.parse(toJson(body))).success;
    yield { ...{ group, name, request, as: senderOf(endpoint) }, expects: isAllowed ? 'unharmed' : 'refused' };
  }
}

/** Rows that a call parses one by one. */
function* rowInputs(
  group: string,
  schema: z.ZodMiniType,
  things: HostileThings,
  write: (row: string) => HostileRequest,
  taken: (answer: HostileAnswer) => string | undefined,
  read: (row: unknown) => unknown = (row) => row,
): Generator<HostileInput> {
  for (const [name, row] of hostileBodies(schema, things)) {
    const text = toJson(row);
    const isAllowed = z.safeParse(schema, read(JSON.parse(text))).success;
    const input = { group, name: `a row, ${name}`, as: 'clerk', request: write(text) } as const;
    yield { ...input, expects: isAllowed ? 'unharmed' : taken };
  }
}

function* hostileBodies(schema: z.ZodMiniType, things: HostileThings): Generator<[string, unknown]> {
  const { own, newId } = things;
  const isChosen = choose(things);
  for (const { path, max } of fieldsOf(schema)) {
    const label = path.join('.') || 'the body';
    const sample = () => sampleOf(schema, { ...own, id: newId() }, path);
    yield [`without ${label}`, path.length > 0 ? withField(sample(), path) : {}];
    yield [`${label} and more`, withField(sample(), [...path.slice(0, -1), 'and_more'], 'more')];
    for (const [what, value] of [...HOSTILE_VALUES, ...(max ? aroundLimit(max) : [])]) {
      if (!isChosen()) continue;
      yield [`${label}: ${what}`, withField(sample(), path, value)];
    }
  }
}

const writeScan = (row: string): HostileRequest => ({
  ...{ method: 'POST', path: contract.postScans.path, headers: { 'Content-Type': 'application/json' } },
  body: `{"scans":[${row}]}`,
});

function takenScan({ status, text }: HostileAnswer): string | undefined {
  if (status === 422 || status === 413) return undefined;
  const { results } = contract.postScans.response.parse(JSON.parse(text));
  return results[0]?.status === 'rejected' ? undefined : `the scan was ${results[0]?.status}`;
}

const writeRow = (row: string): HostileRequest => ({
  ...{ method: 'POST', path: contract.importTickets.path, headers: { 'Content-Type': 'application/x-ndjson' } },
  body: `${row}\n`,
});

/** A row may have its checkpoints in one text, as in CSV. Inputs before it have made checkpoints of hostile names. */
function splitNames(row: unknown): unknown {
  const { works_at } = (row ?? {}) as { works_at?: unknown };
  return typeof works_at === 'string' ? { ...(row as object), works_at: works_at.split('|') } : row;
}

function takenRow({ status, text }: HostileAnswer): string | undefined {
  if (status === 422 || status === 413) return undefined;
  const { created, changed } = contract.importReport.parse(JSON.parse(text));
  return created + changed === 0 ? undefined : `${created} tickets made, ${changed} changed`;
}
