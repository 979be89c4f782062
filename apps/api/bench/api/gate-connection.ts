import { once } from 'node:events';
import { connect } from 'node:net';
import { HEADERS, postScans, WIRE_VERSION } from '@scantix/api-contract';

/** The connection of a gate, with one call at a time. It does as little as possible: callers share the processors with the API. */
export interface GateConnection {
  /** Posts scans. Resolves with the body of the answer. @throws if it is not 200 */
  post(body: string): Promise<string>;
  close(): void;
}

const HEAD_END = '\r\n\r\n';

/** Opens a connection that stays open, with the session of a token. */
export async function openConnection(origin: string, token: string): Promise<GateConnection> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const head = [
    `POST ${postScans.path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `${HEADERS.wire}: ${WIRE_VERSION}`,
    'Content-Length: ',
  ].join('\r\n');
  let answered = Promise.withResolvers<string>();
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    received += part;
    const bodyAt = received.indexOf(HEAD_END) + HEAD_END.length;
    const length = /content-length: (\d+)/i.exec(received)?.[1];
    if (bodyAt < HEAD_END.length || !length || received.length < bodyAt + Number(length)) return;
    const [answer, body] = [received, received.slice(bodyAt)];
    received = '';
    if (answer.startsWith('HTTP/1.1 200')) answered.resolve(body);
    else answered.reject(new Error(`A call was answered: ${answer}`));
  });
  socket.on('error', (error) => answered.reject(error));
  socket.on('close', () => answered.reject(new Error('The connection was closed')));
  answered.promise.catch(() => {});
  return {
    post(body) {
      answered = Promise.withResolvers();
      socket.write(`${head}${Buffer.byteLength(body)}${HEAD_END}${body}`);
      return answered.promise;
    },
    close: () => socket.destroy(),
  };
}
