import * as contract from '@scantix/api-contract';
import * as snapshot from '@scantix/api-contract/snapshot';
import { expect, test } from 'vitest';
import { API_ROUTES } from './api-routes.ts';

test("the log names every call of the contract by its own path; those of sign-in are the session's", () => {
  const paths = Object.values({ ...contract, ...snapshot }).flatMap((exported) =>
    typeof exported === 'object' && 'path' in exported && 'needs' in exported ? [exported.path] : [],
  );
  const ours = paths.filter((path) => !path.startsWith('/v0/auth/'));
  expect(API_ROUTES.toSorted()).toEqual([...new Set(ours)].toSorted());
});
