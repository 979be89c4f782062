import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';

test.runIf(process.platform === 'linux')(
  'an output that a full disk does not take ends a command with one line that says why',
  () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--conditions=@scantix/source', join(import.meta.dirname, 'scantix.ts'), '--version'],
      { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
    );
    closeSync(full);
    const told = 'scantix: The output cannot be written: no space is left.\n';
    expect({ status, stderr }).toEqual({ status: 1, stderr: told });
  },
  START_MS,
);
