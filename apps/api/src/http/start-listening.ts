import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Certificate } from '../data-dir/read-certificate.ts';
import type { AppEnv } from './app-env.ts';
import { answerBadAddress, answerBrokenRequests } from './broken-requests.ts';

export interface Listening {
  readonly port: number;
  /** Takes no new connection, lets what runs end within `graceMs`, then cuts off the rest. */
  stop(options: { graceMs: number }): Promise<void>;
}

/**
 * Opens the port for the app, over TLS where there is a certificate.
 * @throws the listener's error, EADDRINUSE among them
 */
export async function startListening(
  app: Hono<AppEnv>,
  { port, host, certificate }: { port: number; host: string; certificate?: Certificate | undefined },
): Promise<Listening> {
  const limits = {
    // A client that sends slowly holds a connection for this long and no longer; an import is read as fast as its
    // tickets are written.
    headersTimeout: 10_000,
    requestTimeout: 300_000,
    // A barcode of 8,192 bytes is three times as long in the address of its scan result, and again as its referrer.
    maxHeaderSize: 64 * 1024,
    // Node would answer a missing one itself, with a bare status.
    requireHostHeader: false,
  };
  const listener = getRequestListener(app.fetch, { errorHandler: answerBadAddress });
  const server = certificate
    ? createHttpsServer({ ...limits, ...certificate }, listener)
    : createHttpServer(limits, listener);
  answerBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, stop: ({ graceMs }) => stop(server, graceMs) };
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A kept-alive connection becomes idle when its request has ended: look again until all are gone.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
