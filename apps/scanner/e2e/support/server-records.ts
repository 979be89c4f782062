import { createApiClient, listScans, login, type ScanRecord } from '@scantix/api-contract';
import { DEMO_CLERK } from './clerk.ts';

/** What the server has recorded for a code, read over its API by a clerk of the same domain. */
export async function serverRecords(origin: string, code: string): Promise<readonly ScanRecord[]> {
  const signedOut = createApiClient({ baseUrl: origin });
  const device = {
    deviceType: 'Linux PC',
    deviceOS: 'Linux',
    deviceBrowser: 'Unknown',
    deviceString: 'test',
    deviceCategory: 'desktop',
  };
  const session = await signedOut.call(login, {
    body: {
      clerk: DEMO_CLERK.username,
      password: DEMO_CLERK.password,
      remember_me: false,
      device_id: 'e2e-observer',
      device_info: { ...device, language: 'en', screenResolution: '1x1' },
    },
  });
  if (!session.ok) throw new Error(`The observer cannot sign in: ${JSON.stringify(session.failure)}`);
  const headers = { Authorization: `Bearer ${session.value.tokens.access_token}` };
  const list = await signedOut.call(listScans, { query: { search: code, limit: '200' }, headers });
  if (!list.ok) throw new Error(`The observer cannot read: ${JSON.stringify(list.failure)}`);
  return list.value.items.filter(({ barcode }) => barcode === code);
}
