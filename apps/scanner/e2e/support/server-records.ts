import type { ScanRecord } from '@scantix/api-contract';
import { signInByApi } from './api-clerk.ts';

const LONGEST_SEARCH = 200;

/** What the server has recorded for a code, read over its API by a clerk of the same domain. */
export async function serverRecords(origin: string, code: string): Promise<readonly ScanRecord[]> {
  const clerk = await signInByApi(origin);
  return (await clerk.records(code.slice(0, LONGEST_SEARCH))).filter(({ barcode }) => barcode === code);
}
