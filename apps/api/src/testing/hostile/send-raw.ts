import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { HostileAnswer, RawRequest } from './hostile-input.ts';

const PAUSE_MS = 20;

/**
 * Writes a request to a connection and reads the first answer. Resolves with `undefined` if the server closes the connection
 * without one.
 */
export function sendRaw(
  url: string,
  { pieces, isCut }: RawRequest,
  { token, silenceMs }: { token?: string | undefined; silenceMs: number },
): Promise<HostileAnswer | undefined> {
  const { hostname, port } = new URL(url);
  const bearer = token ? `Authorization: Bearer ${token}\r\n` : '';
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await wait(PAUSE_MS);
        if (socket.destroyed) return;
        socket.write(piece.replace('{bearer}', bearer), 'latin1');
      }
      if (isCut) socket.end();
    });
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // What has arrived before the connection broke counts.
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve(readAnswer(text)));
  });
}

function readAnswer(text: string): HostileAnswer | undefined {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]);
  if (!status) return undefined;
  const end = text.indexOf('\r\n\r\n');
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const head = lines.flatMap((line) => line.split(/: ?(.*)/s).slice(0, 2)).join('\n');
  const body = text.slice(end + 4);
  return { status, head, text: /^transfer-encoding$/im.test(head) ? readChunks(body) : body };
}

function readChunks(body: string): string {
  const size = Number.parseInt(body, 16);
  if (!size) return '';
  const from = body.indexOf('\r\n') + 2;
  return body.slice(from, from + size) + readChunks(body.slice(from + size + 2));
}
