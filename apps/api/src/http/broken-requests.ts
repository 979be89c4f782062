import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import type { ApiErrorBody, ApiErrorCode } from '@scantix/api-contract';

/** The answer to a request that is not valid HTTP: HTTP's status and the contract's code. */
interface Refusal {
  readonly status: number;
  readonly words: string;
  readonly code: ApiErrorCode;
  readonly message: string;
}

const BROKEN: Refusal = {
  ...{ status: 400, words: 'Bad Request', code: 'invalid_request' },
  message: 'The request is not valid HTTP',
};

const FAILED: Refusal = {
  ...{ status: 503, words: 'Service Unavailable', code: 'unavailable' },
  message: 'Server error',
};

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    ...{ status: 431, words: 'Request Header Fields Too Large', code: 'too_large' },
    message: 'The headers of the request are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    ...{ status: 413, words: 'Payload Too Large', code: 'too_large' },
    message: 'The body of the request is too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    ...{ status: 408, words: 'Request Timeout', code: 'invalid_request' },
    message: 'The request was not sent in time',
  },
};

/** These answers must not be run, framed or cached. */
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  Connection: 'close',
};

/** Answers requests that are not HTTP or not in time in the form of the API's errors. No handler gets them. */
export function answerBrokenRequests(server: Server): void {
  const isAnswering = watchAnswers(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The client is gone, or it would take this answer for that of another request.
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const { status, words, ...refusal } = REFUSALS[error.code ?? ''] ?? BROKEN;
    const body = JSON.stringify(bodyOf(refusal));
    const headers = Object.entries({ ...HEADERS, 'Content-Length': String(Buffer.byteLength(body)) });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${words}\r\n${lines}\r\n${body}`);
  });
  server.on('checkExpectation', (_request, response) => {
    response
      .writeHead(417, HEADERS)
      .end(JSON.stringify(bodyOf({ ...BROKEN, message: 'Nothing else can be expected' })));
  });
}

/** Tells whether the answer of a whole request is still to come on a connection, or one has begun. */
function watchAnswers(server: Server): (socket: Duplex) => boolean {
  type Answers = Set<ServerResponse<IncomingMessage>>;
  const open = new WeakMap<Duplex, Answers>();
  server.prependListener('request', ({ socket }, response) => {
    const answers = open.get(socket) ?? (new Set() as Answers);
    open.set(socket, answers.add(response));
    response.once('close', () => answers.delete(response));
  });
  return (socket) => [...(open.get(socket) ?? [])].some(({ req, headersSent }) => req.complete || headersSent);
}

/** The answer to a request whose address or Host header is invalid. */
export function answerBadAddress(): Response {
  return answer({ ...BROKEN, message: 'The address or the Host header is not valid' });
}

/** The answer to a request that the app has not answered. One that it failed at may be sent again: 400 would be final. */
export function answerUncaughtError(error: unknown): Response {
  return error instanceof RequestError ? answerBadAddress() : answer(FAILED);
}

function answer({ status, ...refusal }: Refusal): Response {
  return Response.json(bodyOf(refusal), { status, headers: HEADERS });
}

function bodyOf({ code, message }: Pick<Refusal, 'code' | 'message'>): ApiErrorBody {
  return { success: false, code, message };
}
