import type { Clock } from '../index.ts';
import { createFakeDeviceKeys } from './create-fake-device-keys.ts';
import { createTokenFamily, type TokenFamily } from './token-family.ts';

/** One request that the server received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** The parsed JSON body, or the text of one that is no JSON; undefined without one. */
  readonly body: unknown;
  readonly credentials: RequestCredentials;
}

/** Makes an answer in place of the server's own. */
export type ScriptedAnswer = (request: SeenRequest, signal: AbortSignal) => Response | Promise<Response>;

/** The three sign-in calls with rotating refresh tokens, in memory. */
export interface FakeAuthServer {
  /** A `fetch` that reaches this server and no network. */
  readonly fetch: typeof globalThis.fetch;
  /** The same for a real HTTP server around it. */
  handle(request: Request): Promise<Response>;
  /** Every request, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** How many requests of `path` the server received. */
  count(path: string): number;
  /** Answers the next request of `path` with `answer` in place of its own. Several queue up. */
  answerNext(path: string, answer: ScriptedAnswer): void;
  /** Answers every request of `path` with `answer` until undefined is given. */
  answerAlways(path: string, answer: ScriptedAnswer | undefined): void;
  /** How often a refresh token older than the immediate parent of the active one was presented. */
  countStaleTokens(): number;
  /** Ends every session, as an operator would. */
  revokeAll(): void;
}

interface FakeAuthServerOptions {
  /** @default the clock of the machine */
  clock?: Pick<Clock, 'now'>;
  /** How far the server's clock is ahead of `clock`, in milliseconds. @default 0 */
  clockAheadMs?: number;
  /** @default 3600 */
  expiresInSeconds?: number;
  /** @default 43200 */
  refreshExpiresInSeconds?: number;
  /** Whether it takes device keys and gives handles that end a session, as our own does. @default false */
  deviceKeys?: boolean;
  /** Password by login name. @default { ada: 'secret', bob: 'secret' } */
  passwords?: Readonly<Record<string, string>>;
}

/** An answer of the API that is not a success. */
export function refuse(status: number, code: string, message: string, more: Record<string, unknown> = {}): Response {
  return Response.json({ success: false, code, message, ...more }, { status });
}

/** Makes the server. Signed-in calls of any other path answer 200 while their bearer token is one of its own. */
export function createFakeAuthServer(options: FakeAuthServerOptions = {}): FakeAuthServer {
  const {
    clock = { now: () => Date.now() },
    clockAheadMs = 0,
    expiresInSeconds = 3600,
    refreshExpiresInSeconds = 43_200,
    deviceKeys = false,
    passwords = { ada: 'secret', bob: 'secret' },
  } = options;
  const requests: SeenRequest[] = [];
  const queued = new Map<string, ScriptedAnswer[]>();
  const permanent = new Map<string, ScriptedAnswer>();
  const families: TokenFamily[] = [];
  const keys = createFakeDeviceKeys({ now: () => clock.now() + clockAheadMs });

  function issue(family: TokenFamily, generation: number) {
    return {
      access_token: family.getAccessToken(generation),
      refresh_token: family.getRefreshToken(generation),
      expires_in: expiresInSeconds,
      refresh_expires_in: refreshExpiresInSeconds,
    };
  }

  async function answer(request: SeenRequest): Promise<Response> {
    const body = (request.body ?? {}) as Record<string, string>;
    const bearer = request.headers.get('Authorization')?.replace('Bearer ', '');
    const owner = families.find((family) => bearer !== undefined && family.accepts(bearer));
    switch (request.path) {
      case '/v0/auth/login': {
        const { clerk = '', password } = body;
        if (passwords[clerk] === undefined || passwords[clerk] !== password) {
          return refuse(401, 'unauthenticated', 'Invalid credentials');
        }
        const family = createTokenFamily(families.length + 1);
        families.push(family);
        const id = `01934c5e-7a10-7000-8000-${String(Object.keys(passwords).indexOf(clerk) + 1).padStart(12, '0')}`;
        const user = { id, clerk, user_name: `Clerk ${clerk}`, domain: 'demo', workgroup: 'gate' };
        return Response.json(
          { success: true, message: 'Signed in', tokens: issue(family, 0), user },
          said(family, true),
        );
      }
      case '/v0/auth/refresh': {
        const presented = body.refresh_token ?? '';
        const asked = await keys.ask(
          families.find((family) => family.issued(presented)),
          presented,
          request.headers,
        );
        if (asked) return asked;
        for (const family of families) {
          const generation = family.rotate(presented);
          if (generation === 'revoked') return refuse(401, 'session_revoked', 'The session has ended');
          if (generation !== 'unknown')
            return Response.json({ success: true, tokens: issue(family, generation) }, said(family, false));
        }
        return refuse(401, 'unauthenticated', 'Unknown refresh token');
      }
      case '/v0/auth/device-key':
        return owner
          ? keys.register(owner, bearer ?? '', request.body)
          : refuse(401, 'unauthenticated', 'Not signed in');
      case '/v0/auth/revocations':
        for (const family of families) if (keys.isNamed(family, request.body)) family.revoke();
        return Response.json({ success: true });
      case '/v0/auth/logout':
        if (!owner) return refuse(401, 'unauthenticated', 'Not signed in');
        owner.revoke();
        return Response.json({ success: true });
      default:
        return owner ? Response.json({ success: true }) : refuse(401, 'unauthenticated', 'Not signed in');
    }
  }

  /** What a server that takes device keys says in headers. */
  function said(family: TokenFamily, isSignIn: boolean): ResponseInit {
    return deviceKeys ? { headers: keys.announce(family, isSignIn) } : {};
  }

  async function respond(request: Request): Promise<Response> {
    const text = await request.text();
    const seen: SeenRequest = {
      method: request.method,
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: text === '' ? undefined : readBody(text),
      credentials: request.credentials,
    };
    requests.push(seen);
    const scripted = queued.get(seen.path)?.shift() ?? permanent.get(seen.path);
    const response = scripted ? await scripted(seen, request.signal) : await answer(seen);
    if (!response.headers.has('Date')) {
      response.headers.set('Date', new Date(clock.now() + clockAheadMs).toUTCString());
    }
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  }

  /** Requests without an answer so far. In Node.js the signal of a request aborts only while something holds the request. */
  const open = new Set<Request>();
  async function handle(request: Request): Promise<Response> {
    open.add(request);
    try {
      return await respond(request);
    } finally {
      open.delete(request);
    }
  }

  return {
    async fetch(input, init) {
      if (input instanceof Request && !init) return handle(input);
      return handle(new Request(input instanceof Request ? input : new URL(input, 'http://fake.test'), init));
    },
    handle,
    requests,
    count: (path) => requests.filter((request) => request.path === path).length,
    answerNext(path, scripted) {
      queued.set(path, [...(queued.get(path) ?? []), scripted]);
    },
    answerAlways(path, scripted) {
      if (scripted) permanent.set(path, scripted);
      else permanent.delete(path);
    },
    countStaleTokens: () => families.reduce((sum, family) => sum + family.countStale(), 0),
    revokeAll() {
      for (const family of families) family.revoke();
    },
  };
}

/** An app's own calls may send anything, such as a file. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
