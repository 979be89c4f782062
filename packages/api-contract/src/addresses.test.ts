import { expect, test } from 'vitest';
import * as admin from './admin/index.ts';
import type { Endpoint } from './index.ts';
import * as contract from './index.ts';
import * as snapshot from './snapshot/index.ts';

/** The address of every call of the contract: its path, and the names of its query. */
const ADDRESSES = Object.entries<unknown>({ ...contract, ...snapshot, ...admin }).flatMap(([name, value]) => {
  if (typeof value !== 'object' || value === null || !('needs' in value)) return [];
  const { path, query } = value as Endpoint;
  const fields = query && 'shape' in query ? Object.keys(query.shape as object) : [];
  return [{ name, query, parts: [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part).concat(fields) }];
});

/** Parts that could name a visitor or a code. Addresses stand in the logs of servers and proxies. */
const PERSONAL = ['barcode', 'code', 'holder', 'name', 'note', 'order_name', 'query', 'search', 'ticket'];

test.each(ADDRESSES)('no visitor and no code stands in the address of $name', ({ query, parts }) => {
  expect(query === undefined || 'shape' in query).toBe(true);
  expect(parts.filter((part) => PERSONAL.includes(part))).toEqual([]);
});
