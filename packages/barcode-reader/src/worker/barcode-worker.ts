import { createDecodeSession } from './decode-session.ts';

/** The part of a worker's global scope that is used; the page's types do not know it. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const session = createDecodeSession({ reply: (response, transfer) => scope.postMessage(response, transfer) });

scope.addEventListener('message', (event) => void session.receive(event.data));
