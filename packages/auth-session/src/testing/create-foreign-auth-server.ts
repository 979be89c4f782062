/** How a foreign server words its errors: no form is agreed for them. */
export type ForeignErrors = 'text' | 'html' | 'json';

/** Another maker's server, which knows the three calls alone. */
export interface ForeignAuthServer {
  /** Answers one request; `serveOverHttp` puts it on a socket. */
  handle(request: Request): Promise<Response>;
  /** The calls that it does not have, as `GET /path`, oldest first. */
  readonly unknownCalls: readonly string[];
  /** Ends every session. */
  revokeAll(): void;
}

interface ForeignAuthServerOptions {
  /** The path under which its calls are. @default '' */
  basePath?: string;
  /** @default 'text' */
  errors?: ForeignErrors;
  /** The answer to a sign-out. @default 'no-content' */
  logout?: 'no-content' | 'empty' | 'text';
}

/** The headers of the three calls; a browser sends no other header to this server. */
const ALLOWED_HEADERS = 'Content-Type, X-Device-Id, X-Device-Fingerprint, Authorization';

const DEVICE_FIELDS = [
  'deviceType',
  'deviceOS',
  'deviceBrowser',
  'deviceString',
  'deviceCategory',
  'language',
  'screenResolution',
];

/**
 * A server of another maker with the three sign-in calls and nothing of ours: numbers as ids, fields of its
 * own, no `message`, its own errors, no content after a sign-out, and only their headers across origins.
 * `ada` signs in with `secret`. Every other path is missing.
 */
export function createForeignAuthServer({
  basePath = '',
  errors = 'text',
  logout = 'no-content',
}: ForeignAuthServerOptions = {}): ForeignAuthServer {
  const unknownCalls: string[] = [];
  /** Access token by refresh token. */
  const sessions = new Map<string, string>();
  let issued = 0;

  function issueTokens() {
    issued += 1;
    const tokens = { access_token: `at.${issued}/+=`, refresh_token: `rt.${issued}/+=` };
    sessions.set(tokens.refresh_token, tokens.access_token);
    return { ...tokens, expires_in: 900.5, refresh_expires_in: 86_400, token_type: 'bearer', scope: null };
  }

  async function answer(request: Request, path: string): Promise<Response> {
    const body = await readJson(request);
    switch (`${request.method} ${path}`) {
      case 'POST /v0/auth/login': {
        if (!isLogin(request, body)) return refuse(400, 'Bad Request', errors);
        if (body.clerk !== 'ada' || body.password !== 'secret') return refuse(401, 'Unauthorized', errors);
        const user = { avatar: null, clerk: 'ada', domain: 'north', id: 4711, permissions: ['scan'] };
        return json({
          success: true,
          tokens: issueTokens(),
          user: { ...user, user_name: 'Ada Lovelace', workgroup: '', email: 'ada@foreign.example' },
          server: { version: 7 },
        });
      }
      case 'POST /v0/auth/refresh':
        return sessions.delete(String(body?.refresh_token))
          ? json({ tokens: issueTokens(), success: true })
          : refuse(401, 'Unauthorized', errors);
      case 'POST /v0/auth/logout': {
        const bearer = request.headers.get('Authorization')?.replace('Bearer ', '');
        const session = [...sessions].find(([, accessToken]) => accessToken === bearer);
        if (!session) return refuse(401, 'Unauthorized', errors);
        sessions.delete(session[0]);
        if (logout === 'no-content') return new Response(null, { status: 204 });
        return new Response(logout === 'empty' ? '' : 'Bye', { headers: { 'Content-Type': 'text/plain' } });
      }
      default:
        unknownCalls.push(`${request.method} ${path}`);
        return refuse(404, 'Not Found', errors);
    }
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const isOurs = pathname.startsWith(`${basePath}/`);
      const response =
        request.method === 'OPTIONS'
          ? new Response(null, { status: 204 })
          : await answer(request, isOurs ? pathname.slice(basePath.length) : `outside ${pathname}`);
      const origin = request.headers.get('Origin');
      if (origin) {
        response.headers.set('Access-Control-Allow-Origin', origin);
        response.headers.set('Access-Control-Allow-Credentials', 'true');
        response.headers.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      }
      return response;
    },
    unknownCalls,
    revokeAll: () => sessions.clear(),
  };
}

/** The body and the headers that the three calls need. */
function isLogin(request: Request, body: Record<string, unknown> | null): body is Record<string, unknown> {
  const information = body?.device_info as Record<string, unknown> | undefined;
  return (
    request.headers.get('Content-Type') === 'application/json' &&
    [request.headers.get('X-Device-Id'), request.headers.get('X-Device-Fingerprint'), body?.device_id].every(Boolean) &&
    typeof body?.remember_me === 'boolean' &&
    DEVICE_FIELDS.every((field) => typeof information?.[field] === 'string')
  );
}

async function readJson(request: Request): Promise<Record<string, unknown> | null> {
  return request.json().catch(() => null) as Promise<Record<string, unknown> | null>;
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body, null, 4), {
    headers: { 'Content-Type': 'Application/JSON; Charset=UTF-8' },
  });
}

function refuse(status: number, text: string, errors: ForeignErrors): Response {
  const bodies = {
    text: ['text/plain', text],
    html: ['text/html', `<!doctype html><title>${status}</title><h1>${text}</h1>`],
    json: ['application/json', JSON.stringify({ error: { status, title: text } })],
  } as const;
  const [type, body] = bodies[errors];
  return new Response(body, { status, headers: { 'Content-Type': type } });
}
