import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Certificate } from '../data-dir/read-certificate.ts';
import type { AppEnv } from './app-env.ts';
import { answerBrokenRequests, answerUncaughtError } from './broken-requests.ts';

const limits = ({ headersTimeoutMs = 10_000 }: Pick<Port, 'headersTimeoutMs'> = {}) => ({
  // The longest a slow client holds a connection. An import is read only as fast as its tickets are written.
  headersTimeout: headersTimeoutMs,
  requestTimeout: 300_000,
  // Node looks for connections whose time is over only every 30 s by default.
  connectionsCheckingInterval: headersTimeoutMs / 4,
  // Longer than nginx (60 s) and Caddy (2 min) keep a connection by default: else one of them could send a request over a
  // connection that the server is closing. Longer than the pause between two visitors, too: a device connects once.
  keepAliveTimeout: 130_000,
  // A barcode of 8,192 bytes is three times as long in the address of its scan result, and appears in the referrer.
  maxHeaderSize: 64 * 1024,
  // Otherwise Node answers a missing one itself, with a bare status.
  requireHostHeader: false,
});

/** Where the app listens. */
export interface Port {
  /** 0: a free one. */
  readonly port: number;
  readonly host: string;
  readonly certificate?: Certificate | undefined;
  /** Milliseconds that a request's headers may take; up to a quarter more passes before the connection is closed. @default 10000 */
  readonly headersTimeoutMs?: number | undefined;
}

/** An open port. */
export interface Listening {
  readonly port: number;
  /** Accepts no new connection, waits `graceMs` for running requests, then closes their connections. */
  stop(options: { graceMs: number }): Promise<void>;
}

/**
 * Opens the port for the app, with TLS if there is a certificate.
 * @throws the listener's error, for example EADDRINUSE
 */
export async function startListening(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  { port, host, certificate, headersTimeoutMs }: Port,
): Promise<Listening> {
  const listener = getRequestListener(app.fetch, { errorHandler: answerUncaughtError });
  const server = certificate
    ? createHttpsServer({ ...limits({ headersTimeoutMs }), ...certificate }, listener)
    : createHttpServer(limits({ headersTimeoutMs }), listener);
  answerBrokenRequests(server);
  nameHostOfOldRequests(server);
  const connections = watchConnections(server);
  await listen(server, { port, host });
  return { port: (server.address() as AddressInfo).port, stop: ({ graceMs }) => stop(server, connections, graceMs) };
}

/**
 * Opens a Unix socket for the app, whose requests come with the `environment`. Only this process's user may connect.
 * @throws the listener's error
 */
export async function startListeningOnSocket(
  app: Hono<AppEnv>,
  { path, environment }: { path: string; environment: Partial<AppEnv['Bindings']> },
): Promise<Omit<Listening, 'port'>> {
  const listener = getRequestListener((request, env) => app.fetch(request, { ...env, ...environment }), {
    errorHandler: answerUncaughtError,
  });
  // A command may send a file for as long as it takes.
  const server = createHttpServer({ ...limits(), requestTimeout: 0 }, listener);
  answerBrokenRequests(server);
  const connections = watchConnections(server);
  // Node makes the socket before `listen` returns.
  const mask = process.umask(0o177);
  const listening = listen(server, { path });
  process.umask(mask);
  await listening;
  return { stop: ({ graceMs }) => stop(server, connections, graceMs) };
}

/**
 * HTTP/1.0 needs no Host header, and the check of a balancer (HAProxy's `option httpchk`) has none. The name is none of this
 * machine's, which the demo's password is for.
 */
function nameHostOfOldRequests(server: Server): void {
  server.prependListener('request', ({ httpVersion, headers }) => {
    if (httpVersion === '1.0') headers.host ??= 'unknown.invalid';
  });
}

function listen(server: Server, where: { port: number; host: string } | { path: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

interface Connections {
  closeIdle(): void;
  closeAll(): void;
}

/**
 * Closes connections. Node's own methods do not know one whose handshake lasts, and take one that has sent nothing, or half
 * of its headers, for one with a request.
 */
function watchConnections(server: Server): Connections {
  const sockets = new Set<Socket>();
  const running = new Set<ServerResponse>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  server.prependListener('request', (_request, response) => {
    running.add(response.once('close', () => running.delete(response)));
  });
  return {
    closeIdle() {
      // By port: with TLS a request has another socket than its connection. On a Unix socket none has a port, so all stay
      // while one has a request.
      const ports = new Set([...running].map(({ req }) => req.socket.remotePort));
      for (const socket of sockets) if (!ports.has(socket.remotePort)) socket.destroy();
    },
    closeAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function stop(server: Server, { closeIdle, closeAll }: Connections, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A kept-alive connection becomes idle after its request, so idle ones are closed repeatedly. What has arrived by now is
    // read before the first time, and makes its connection a busy one.
    const idle = setInterval(closeIdle, 50);
    const cut = setTimeout(closeAll, graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
