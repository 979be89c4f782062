export const CONFIGURATION_PATH = '/config.js';

const CACHE = 'scantix-configuration';
const PATIENCE_MS = 2_000;

/** Fetches the operator's configuration past every cache and keeps it. Rejects where something else answers. */
export async function keepConfiguration(): Promise<Response> {
  const answer = await fetch(CONFIGURATION_PATH, { cache: 'no-store', redirect: 'error' });
  // A captive portal answers 200 with a page of its own.
  if (!answer.ok || !answer.headers.get('Content-Type')?.includes('javascript'))
    throw new TypeError(`${CONFIGURATION_PATH} was answered by something else (${answer.status}).`);
  const cache = await caches.open(CACHE);
  await cache.put(CONFIGURATION_PATH, answer.clone());
  return answer;
}

/** The configuration that was kept last. */
export async function keptConfiguration(): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(CONFIGURATION_PATH);
}

/** The operator's word of now where it comes within 2 s, else the last one. */
export async function readConfiguration({ event }: { event: ExtendableEvent }): Promise<Response> {
  const fresh = keepConfiguration();
  // What comes late still counts at the next start.
  event.waitUntil(fresh.catch(() => {}));
  const inTime = await Promise.race([
    fresh.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
  ]);
  return inTime ?? (await keptConfiguration()) ?? fresh;
}
