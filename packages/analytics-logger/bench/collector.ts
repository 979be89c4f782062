import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { listen, type RunningServer, readBody } from '../../../scripts/bench/page-server.ts';
import type { Failure } from './failures.ts';

interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly properties?: { readonly events_dropped?: number };
}

/** What the service does with one request; undefined accepts all of it. */
export type Plan = Failure | { readonly refuses: number } | undefined;

/** A log service of our own, on a real socket and of another origin than any page. */
export interface Collector extends RunningServer {
  /** Called for each request. */
  plan: () => Plan;
  /** Whether names and ids are recorded; an outage of an hour is measured without. */
  remembers: boolean;
  readonly requests: number;
  /** Names of stored events in the order in which they first arrived. */
  readonly stored: readonly string[];
  /** Names of events that were refused one by one. */
  readonly refused: ReadonlySet<string>;
  /** How often an event arrived that was stored already. */
  readonly duplicates: number;
  /** How many dropped events the arrived ones have counted. */
  countDropped(): number;
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type, content-encoding, x-axiom-client',
};

/** Starts the service; it accepts everything until a plan is set. */
export async function startCollector(): Promise<Collector> {
  const ids = new Set<string>();
  const stored: string[] = [];
  const refused = new Set<string>();
  let requests = 0;
  let duplicates = 0;
  /** By event: one that arrives again has a later count, which includes the earlier one. */
  const dropped = new Map<string, number>();

  function store({ id, event, properties }: ReceivedEvent): void {
    if (properties?.events_dropped) dropped.set(id, properties.events_dropped);
    if (ids.has(id)) {
      duplicates += 1;
      return;
    }
    ids.add(id);
    stored.push(event);
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    requests += 1;
    const body = await readBody(request);
    const plan = collector.plan();
    const fails = plan !== undefined && 'answer' in plan;
    if (collector.remembers) {
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      const events = text.split('\n').map((line) => JSON.parse(line) as ReceivedEvent);
      const accepted = plan && 'refuses' in plan ? events.slice(plan.refuses) : events;
      for (const { event } of events.slice(0, events.length - accepted.length)) refused.add(event);
      if (!fails || plan.stores) for (const event of accepted) store(event);
      if (!fails) return void answer(response, { ingested: accepted.length, failed: events.length - accepted.length });
    }
    if (fails) plan.answer(request, response);
    else answer(response, { ingested: 1, failed: 0 });
  }

  const server = await listen((request, response) => void receive(request, response));
  const collector: Collector = {
    ...server,
    plan: () => undefined,
    remembers: true,
    get requests() {
      return requests;
    },
    stored,
    refused,
    get duplicates() {
      return duplicates;
    },
    countDropped: () => [...dropped.values()].reduce((sum, count) => sum + count, 0),
  };
  return collector;
}

function answer(response: ServerResponse, status: { ingested: number; failed: number }): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(status));
}
