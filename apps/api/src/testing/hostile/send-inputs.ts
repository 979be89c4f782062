import { Agent, request as httpRequest } from 'node:http';
import { findProblem } from './find-problem.ts';
import type { Finding, HostileAnswer, HostileInput, HostileRequest, Sender } from './hostile-input.ts';
import { sendRaw } from './send-raw.ts';

/** The server that the inputs are sent to. */
export interface HostileTarget {
  readonly url: string;
  /** The admin socket. @default calls of the operator are not sent */
  readonly operatorSocket?: string | undefined;
  /** Signs the clerk in. Resolves with the access token. */
  readonly signIn: () => Promise<string>;
  /** Words of another domain: an answer that has one which its request does not have is a leak. */
  readonly secrets: readonly string[];
}

/** What came of the inputs. */
export interface SendReport {
  /** How many of each call or subject were sent. */
  readonly sent: Map<string, number>;
  readonly findings: Finding[];
  /** How often the server was busy, and said when to come again. */
  putOff: number;
}

/** Sends inputs, `atOnce` at a time, and judges every answer. */
export async function sendInputs(
  target: HostileTarget,
  inputs: Iterable<HostileInput>,
  { atOnce = 4, onProgress = () => {} }: { atOnce?: number; onProgress?: (sent: number) => void } = {},
): Promise<SendReport> {
  const report: SendReport = { sent: new Map(), findings: [], putOff: 0 };
  const agent = new Agent({ keepAlive: true });
  const session = createSession(target);
  let count = 0;
  const queue = inputs[Symbol.iterator]();
  async function work(): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const input = next.value;
      if (input.as === 'operator' && !target.operatorSocket) continue;
      report.sent.set(input.group, (report.sent.get(input.group) ?? 0) + 1);
      count += 1;
      if (count % 1_000 === 0) onProgress(count);
      const answer = await tryInput(input);
      const problem = findProblem(input, answer, target.secrets);
      if (problem) report.findings.push({ ...problem, input: `${input.group}: ${input.name}` });
    }
  }
  /** Signs in again where an earlier input has ended the session. */
  async function tryInput({ as, request, expects }: HostileInput): Promise<HostileAnswer | undefined> {
    const token = as === 'clerk' ? await session.token() : undefined;
    const answer = await sendInTurn(as, request, token);
    if (!token || answer?.status !== 401 || expects === 401) return answer;
    return send(as, request, await session.renew(token));
  }
  /** Sends again where the server says that another call runs and when to come again, as clients do. */
  async function sendInTurn(as: Sender, request: HostileRequest, token?: string): Promise<HostileAnswer | undefined> {
    for (const giveUpAt = performance.now() + SILENCE_MS; ; ) {
      const answer = await send(as, request, token);
      const isPutOff = answer?.status === 503 && answer.text.includes('retry_after_ms');
      if (!isPutOff || performance.now() > giveUpAt) return answer;
      report.putOff += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  function send(as: Sender, request: HostileRequest, token: string | undefined): Promise<HostileAnswer | undefined> {
    if (request.raw) return sendRaw(target.url, request.raw, { token, silenceMs: SILENCE_MS });
    const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...request.headers };
    const socketPath = as === 'operator' ? target.operatorSocket : undefined;
    return sendRequest(target.url, { ...request, headers }, { agent, socketPath });
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  agent.destroy();
  return report;
}

/** Longer than a busy machine needs for any answer. */
const SILENCE_MS = 60_000;

function createSession(target: HostileTarget) {
  // On a busy machine a call may be given up too early.
  const signIn = () => target.signIn().catch(() => target.signIn());
  let current: Promise<string> | undefined;
  return {
    token: () => (current ??= signIn()),
    async renew(ended: string) {
      if ((await current) === ended) current = signIn();
      return current ?? ended;
    },
  };
}

/** Sends a request as it is. Resolves with `undefined` if the connection is closed without an answer. */
export function sendRequest(
  url: string,
  { method, path, headers = {}, body }: HostileRequest,
  { agent, socketPath }: { agent?: Agent; socketPath?: string | undefined } = {},
): Promise<HostileAnswer | undefined> {
  const { hostname, port } = new URL(url);
  const where = socketPath ? { socketPath } : { hostname, port };
  return new Promise((resolve) => {
    const sent = httpRequest({ ...where, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      const status = response.statusCode ?? 0;
      const head = response.rawHeaders.join('\n');
      const done = () => resolve({ status, head, text: Buffer.concat(chunks).toString() });
      if (/text\/event-stream/.test(head)) {
        done();
        sent.destroy();
        return;
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', done);
      response.on('error', done);
    });
    sent.on('error', () => resolve(undefined));
    sent.setTimeout(SILENCE_MS, () => sent.destroy());
    sent.end(body);
  });
}
