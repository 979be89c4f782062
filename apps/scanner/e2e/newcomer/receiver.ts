import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A ticket shop that hears of admissions. */
export interface Receiver {
  readonly url: string;
  /** What it has verified with its secret. */
  readonly messages: { type: string; data: { scan: { barcode: string } } | null }[];
  /** Sets the secret that messages must be signed with. */
  trust(secret: string): void;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const messages: Receiver['messages'] = [];
  let webhook: Webhook | undefined;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    try {
      messages.push(webhook?.verify(body, request.headers as Record<string, string>) as Receiver['messages'][number]);
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scantix`,
    messages,
    trust(secret) {
      webhook = new Webhook(secret);
    },
    stop: () => void server.close(),
  };
}
