import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { snapshotTag } from './release/snapshot-tag.mjs';

/** npm's own rules of what is a version and what a tag. */
const changesets = createRequire(import.meta.url).resolve('@changesets/cli/package.json');
const { valid, validRange } = createRequire(changesets)('semver');

test.each([
  ['my-branch', 'my-branch'],
  ['ada/Try_Out', 'ada-try-out'],
  ['renovate/@scantix', 'renovate-scantix'],
  ['@next', 'next'],
  ['-dry--run-', 'dry-run'],
  ['16-packages', 'branch-16-packages'],
  ['0012', 'branch-0012'],
  ['1.x', 'branch-1-x'],
  ['v2', 'branch-v2'],
  ['V2.0', 'branch-v2-0'],
  ['x', 'branch-x'],
  ['vX', 'branch-vx'],
  ['*', 'branch-without-a-name'],
  ['größe', 'gr-e'],
  ['latest', 'branch-latest'],
])('snapshots of the branch %s have the tag %s, which is no range', (branch, tag) => {
  expect(snapshotTag(branch)).toBe(tag);
  expect(validRange(tag)).toBeNull();
  expect(encodeURIComponent(tag)).toBe(tag);
  expect(valid(`0.2.0-${tag}.20261123200000`)).not.toBeNull();
});
