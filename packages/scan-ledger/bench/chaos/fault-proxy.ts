import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Interceptor, readBody } from '../../../../scripts/bench/page-server.ts';
import { FAULTS, type Fault, pickFault } from './faults.ts';
import { type Health, NUMBER_HEADER } from './health.ts';
import { LONGEST_ASKED_MS, PORTAL, SERVER_ERRORS } from './intermediary-answers.ts';

const LONGEST_DELAY_MS = 600;
const LONGEST_HOLD_MS = 4_000;

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** The network between devices and API. A tab calls under `/{its device}~{its own name}/`. */
export interface FaultProxy {
  readonly intercept: Interceptor;
  readonly counts: Record<Fault, number>;
  /** Devices whose requests all fail. */
  readonly cut: Set<string>;
  /** The share of a device's requests with a fault, from 0 to 1. @default 0 */
  readonly faultShare: Map<string, number>;
  /** Resolves when the API has answered a device's call; with `lost` the device does not receive that answer. */
  nextAnswer(device: string, options: { lost: boolean }): Promise<void>;
}

export interface FaultProxyOptions {
  readonly devices: readonly string[];
  /** Forwards to one of the API processes. @throws where that one is dead, or dies meanwhile */
  readonly forward: (path: string, init: RequestInit) => Promise<Response>;
  readonly random: () => number;
  readonly health: Health;
  /** Longer than the time limit of a call, or shorter where the run must be short. */
  readonly longestHangMs: number;
}

export function createFaultProxy({ devices, forward, random, health, longestHangMs }: FaultProxyOptions): FaultProxy {
  /** Requests without a sender, held until a later one has arrived. */
  const held = new Map<string, (() => void)[]>();

  const waiters = new Map<string, { resolve: () => void; lost: boolean }>();

  async function handle(
    { device, tab, path }: { device: string; tab: string; path: string },
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const body = await readBody(request);
    const send = async (): Promise<Answer> => {
      const answer = await forward(path, toInit(request, body));
      const bytes = Buffer.from(await answer.arrayBuffer());
      const waiter = waiters.get(device);
      waiters.delete(device);
      waiter?.resolve();
      if (waiter?.lost) throw new Error('This answer is to be lost.');
      for (const release of held.get(device)?.splice(0) ?? []) release();
      return { status: answer.status, headers: toHeaders(answer), body: bytes };
    };
    const fault = random() < (proxy.faultShare.get(device) ?? 0) ? pickFault(random) : 'none';
    proxy.counts[fault] += 1;
    // One tab may send what another has recorded.
    if (fault !== 'none') health.trouble(device);
    const delayed = <T>(value?: T) => sleep(random() * LONGEST_DELAY_MS, value as T);
    switch (fault) {
      case 'none':
        return follow({ device, tab }, send).then((answer) => pass(answer, response));
      case 'drop before':
        return drop(request);
      case 'drop after':
        await send();
        return drop(request);
      case 'delay':
        await delayed();
        return delayed(await send()).then((answer) => pass(answer, response));
      case 'duplicate': {
        const answers = await Promise.all([send(), send()]);
        return pass(answers[Math.floor(random() * 2)] as Answer, response);
      }
      case 'reorder':
        drop(request);
        await hold(device);
        return void (await send());
      case 'server error':
        leaveAlone(device);
        return pick(SERVER_ERRORS)(response);
      case 'hang':
        await sleep(random() * longestHangMs);
        return drop(request);
      case 'portal':
        return pick(PORTAL)(response);
      case 'half an answer': {
        const answer = await send();
        response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(answer.body.length) });
        response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)));
        return void setImmediate(drop, request);
      }
    }
  }

  /** Sends a call without a fault. */
  async function follow(
    { device, tab }: { device: string; tab: string },
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const end = health.call(`${device}~${tab}`);
    const answer = await send().catch((cause) => {
      end(false);
      throw cause;
    });
    const isAnswer = answer.status < 500 && answer.status !== 429;
    if (!isAnswer) leaveAlone(device);
    const number = end(isAnswer);
    return { ...answer, headers: { ...answer.headers, [NUMBER_HEADER]: `${number}` } };
  }

  /** The server has asked the device for a delay: other calls that it answers meanwhile do not end that. */
  function leaveAlone(device: string): void {
    setTimeout(health.outage(device), LONGEST_ASKED_MS + LONGEST_DELAY_MS);
  }

  function hold(device: string): Promise<void> {
    return new Promise((resolve) => {
      held.set(device, [...(held.get(device) ?? []), resolve]);
      setTimeout(resolve, LONGEST_HOLD_MS);
    });
  }

  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;

  const proxy: FaultProxy = {
    async intercept(request, response) {
      const [, device = '', tab = '', path = ''] = /^\/([^/~]+)~([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
      if (!devices.includes(device)) return false;
      if (proxy.cut.has(device)) {
        health.trouble(device);
        drop(request);
      } else await handle({ device, tab, path }, request, response).catch(() => drop(request));
      return true;
    },
    counts: Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>,
    cut: new Set(),
    faultShare: new Map(),
    nextAnswer: (device, { lost }) =>
      new Promise((resolve) => {
        waiters.set(device, { resolve, lost });
      }),
  };
  return proxy;
}

function drop(request: IncomingMessage): void {
  request.socket.destroy();
}

function pass({ status, headers, body }: Answer, response: ServerResponse): void {
  response.writeHead(status, headers).end(body);
}

function toInit({ method = 'GET', headers }: IncomingMessage, body: Buffer): RequestInit {
  const { 'content-type': type, authorization, accept } = headers;
  const ours = Object.entries(headers).filter(([name]) => name.startsWith('scantix-'));
  return {
    method,
    headers: {
      ...(Object.fromEntries(ours) as Record<string, string>),
      ...(accept && { Accept: accept }),
      ...(type && { 'Content-Type': type }),
      ...(authorization && { Authorization: authorization }),
    },
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  };
}

/** The headers that a client may read; the body is decompressed. */
function toHeaders(answer: Response): Record<string, string> {
  const ours = [...answer.headers.keys()].filter((name) => name.startsWith('scantix-'));
  const names = ['Content-Type', 'Date', 'Retry-After', ...ours];
  return Object.fromEntries(names.map((name) => [name, answer.headers.get(name) ?? '']).filter(([, value]) => value));
}
