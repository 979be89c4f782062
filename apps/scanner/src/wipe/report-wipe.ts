import { createApiClient, reportWipe } from '@scantix/api-contract';
import { noteCarriedOut, readCarriedOut } from './wipe-note.ts';

/** Reports an order that was carried out, if one is not reported yet. It stays noted until the server has answered. */
export async function reportCarriedOut(apiBaseUrl: string): Promise<void> {
  const done = readCarriedOut();
  if (!done) return;
  const call = { params: { order: done.order }, body: { kept: done.kept } };
  const outcome = await createApiClient({ baseUrl: apiBaseUrl }).call(reportWipe, call);
  // A server that does not know the order any more has taken it back.
  const isHeard = outcome.ok || (outcome.failure.kind === 'refused' && outcome.failure.code === 'not_found');
  if (isHeard && readCarriedOut()?.order === done.order) noteCarriedOut(null);
}
