import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A package that is installed on one operating system and processor only. */
const BINARY =
  /^ {2}'?(?<family>[^' ]*?)(?:linux|darwin)-[^ ]*:\n(?: {4}.*\n)*? {4}cpu: \[(?<cpu>\w+)\]\n {4}os: \[(?:android, )?(?<os>linux|darwin)\]$/gm;

const lockfile = readFileSync(join(import.meta.dirname, '..', 'pnpm-lock.yaml'), 'utf8');
const binaries = [...lockfile.matchAll(BINARY)].map(({ groups }) => groups as Record<'family' | 'os' | 'cpu', string>);

// pnpm takes no binary that the lockfile does not name, so the command that has one would not start there.
test.each(['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64'])(
  'the lockfile names every binary for %s',
  (platform) => {
    const families = new Set(binaries.map(({ family }) => family));
    const present = binaries.filter(({ os, cpu }) => `${os} ${cpu}` === platform).map(({ family }) => family);
    expect(families.size).toBeGreaterThan(0);
    expect([...families].filter((family) => !present.includes(family))).toEqual([]);
  },
);
