import { apiAddress, getScannerConfig, HEADERS } from '@scantix/api-contract';
import type { AppServices } from '../services/services.ts';
import { beginWipe } from './begin-wipe.ts';
import { isWiping } from './is-wiping.ts';
import { reportCarriedOut } from './report-wipe.ts';
import { readCarriedOut } from './wipe-note.ts';

type Obeying = Pick<AppServices, 'session' | 'ledger' | 'logger' | 'configuration'>;

/** How long the device tries to send what waits before it is wiped, in milliseconds. */
const DELIVER_MS = 20_000;

let isObeying = false;

/**
 * Wipes this device as the server has ordered: sends what waits, if the server takes it in time, and asks whether the order
 * still stands. Only an answer of the API's own origin counts.
 */
export async function obeyOrder(services: Obeying, answer: Response): Promise<void> {
  const order = answer.headers.get(HEADERS.wipe) ?? '';
  const { apiBaseUrl } = services.configuration;
  if (isObeying || isWiping() || !isOwnAnswer(answer, apiBaseUrl)) return;
  isObeying = true;
  try {
    // It was carried out before the clerk signed in again; only the report is missing.
    if (readCarriedOut()?.order === order) return await reportCarriedOut(apiBaseUrl);
    await deliver(services);
    if (await isTakenBack(services, order)) return;
    await beginWipe(services, { order });
  } finally {
    isObeying = false;
  }
}

/** Whether the API itself has answered: another page, or a portal in between, cannot order a wipe. */
export function isOwnAnswer({ url, redirected, headers }: Response, apiBaseUrl: string): boolean {
  if (redirected || !headers.has(HEADERS.serverBuild)) return false;
  return new URL(url).origin === new URL(apiBaseUrl, window.location.href).origin;
}

/** Sends, asks for 5 s what a restored server has lost, and sends until nothing waits or moves, or the time is over. */
async function deliver({ ledger }: Obeying): Promise<void> {
  const timeout = AbortSignal.timeout(DELIVER_MS);
  const over = new Promise((resolve) => timeout.addEventListener('abort', resolve));
  await Promise.race([ledger.drain(), over]);
  await Promise.race([ledger.refreshTickets(), over, new Promise((resolve) => setTimeout(resolve, 5_000))]);
  for (let left = Number.MAX_VALUE, before = Infinity; left > 0 && left < before && !timeout.aborted; ) {
    before = left;
    await Promise.race([ledger.drain(), over]);
    left = (await ledger.countWaiting()) ?? 1;
  }
}

async function isTakenBack({ session, configuration }: Obeying, order: string): Promise<boolean> {
  try {
    const address = apiAddress(configuration.apiBaseUrl, getScannerConfig.path);
    const answer = await session.fetchWithSession(address, { signal: AbortSignal.timeout(5_000) });
    return answer.ok && isOwnAnswer(answer, configuration.apiBaseUrl) && answer.headers.get(HEADERS.wipe) !== order;
  } catch {
    // Nobody answers: what was heard last counts.
    return false;
  }
}
