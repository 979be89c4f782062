import { listScans } from '@scantix/api-contract';
import { expectValue, type SignedIn, TEST_DEVICE } from '../start-test-server.ts';
import type { TestDomain } from '../test-domains.ts';
import type { HostileThings } from './contract-inputs.ts';
import { forgedTokens } from './forged-tokens.ts';
import type { Known } from './schema-fields.ts';
import { VICTIM_SECRETS, type Victim } from './start-victim.ts';

/** Makes what the inputs name, in both domains: a scan and a conflict each. */
export async function thingsOf({ signIn, north, south, newId, signingKey }: Victim): Promise<HostileThings> {
  const [clerk, stranger] = [await signIn(), await signIn(south.clerk.login)];
  const own = { ...(await makeKnown(clerk, north, newId)), workgroup: 'Backstage team' };
  const foreign = await makeKnown(stranger, south, newId);
  await stranger.post({ id: newId() });
  const { next_cursor: cursor } = expectValue(await stranger.api.call(listScans, { body: { limit: '1' } }));
  const forged = await forgedTokens({
    ...{ key: signingKey, accessToken: clerk.tokens.access_token, foreignClerkId: south.clerk.id, newId },
    ...{ otherSecret: VICTIM_SECRETS.refreshTokenKey, nowMs: Date.now() },
  });
  return { own, foreign: { ...foreign, cursor }, newId, forged };
}

async function makeKnown(
  by: SignedIn,
  { id: domain, gates, clerk, colleague }: TestDomain,
  newId: () => string,
): Promise<Known> {
  // The barcode has no word of its domain: the scans that name it stand in the lists of the other one.
  const [scanId, barcode] = [newId(), `OF-${newId()}`];
  const { claimed_at } = by.scan();
  const shown = {
    outcome: 'accepted',
    reason: 'ok',
    certainty: 'device',
    mode: 'entry',
    decided_at: claimed_at,
  } as const;
  const [result] = await by.post({ id: scanId, barcode, device_verdict: shown });
  return {
    ...{ domain, barcode, id: scanId, checkpoint: gates[0].id, checkpoint_id: gates[0].id },
    // Calls about clerks must not end the session of the one who sends the inputs.
    ...{ clerk: colleague.login, claimed_by: clerk.login, login: colleague.login, device: TEST_DEVICE.device_id },
    ...{ device_id: TEST_DEVICE.device_id, claimed_at, scan: scanId, conflict: result?.conflict?.id },
    ...{ search: barcode, query: barcode, symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
    ...{ from: new Date(Date.parse(claimed_at) - 3_600_000).toISOString(), to: claimed_at },
  };
}
