import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Interceptor, readBody } from '../../../scripts/bench/page-server.ts';

const API = /^\/(?:[a-z-]+\/)?v0\//;
const REFRESH = '/v0/auth/refresh';

/** Answers a refresh in place of the API. */
export type BadAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A proxy between the browser and the API that classifies every refresh token presented. */
export interface RefreshObserver {
  readonly intercept: Interceptor;
  /** Answers every refresh while it is set. */
  badAnswer: BadAnswer | undefined;
  /** The longest delay of a refresh on its way to the API, and again on its way back, in milliseconds. */
  delayMs: number;
  readonly seen: {
    refreshes: number;
    /** Presented although its successor had been handed out: a browser does that when the answer was lost. */
    replaced: number;
    /** Presented although two or more successors had been handed out: that revokes a session. */
    outdated: number;
    refused: number;
  };
}

interface Tokens {
  readonly tokens?: { readonly refresh_token: string };
}

/** One session: how many refresh tokens have been handed out after its first one. */
interface Chain {
  newest: number;
}

/** Watches the refreshes of every session: a sign-in whose answer came late is followed by another one. */
export function createRefreshObserver(api: string): RefreshObserver {
  const generations = new Map<string, { readonly chain: Chain; readonly number: number }>();

  function classify(token: string): void {
    const known = generations.get(token);
    const behind = known ? known.chain.newest - known.number : Number.POSITIVE_INFINITY;
    observer.seen.refreshes += 1;
    if (behind > 0) observer.seen.replaced += 1;
    if (behind > 1) observer.seen.outdated += 1;
  }

  function learn(parent: string | undefined, token: string): void {
    if (generations.has(token)) return;
    const before = parent === undefined ? undefined : generations.get(parent);
    const number = before ? before.number + 1 : 0;
    const chain = before?.chain ?? { newest: number };
    chain.newest = number;
    generations.set(token, { chain, number });
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRefresh = request.url === REFRESH;
    const body = await readBody(request);
    const presented = isRefresh ? (JSON.parse(body.toString()) as { refresh_token: string }).refresh_token : undefined;
    if (presented !== undefined) classify(presented);
    if (isRefresh) await sleep(Math.random() * observer.delayMs);
    const { 'content-type': type, authorization } = request.headers;
    const answer = await fetch(api + request.url, {
      method: request.method ?? 'GET',
      headers: { ...(type && { 'Content-Type': type }), ...(authorization && { Authorization: authorization }) },
      body: body.length > 0 ? new Uint8Array(body) : null,
    });
    const text = await answer.text();
    const next = answer.ok ? (JSON.parse(text) as Tokens).tokens?.refresh_token : undefined;
    if (next !== undefined) learn(presented, next);
    if (isRefresh && !answer.ok) observer.seen.refused += 1;
    if (isRefresh) await sleep(Math.random() * observer.delayMs);
    response.writeHead(answer.status, { 'Content-Type': 'application/json', Date: answer.headers.get('Date') ?? '' });
    response.end(text);
  }

  const observer: RefreshObserver = {
    async intercept(request, response) {
      if (!API.test(request.url ?? '')) return false;
      if (request.url === REFRESH && observer.badAnswer) {
        observer.seen.refreshes += 1;
        observer.badAnswer(request, response);
        return true;
      }
      // An API that is down answers nothing.
      await forward(request, response).catch(() => request.socket.destroy());
      return true;
    },
    badAnswer: undefined,
    delayMs: 0,
    seen: { refreshes: 0, replaced: 0, outdated: 0, refused: 0 },
  };
  return observer;
}
