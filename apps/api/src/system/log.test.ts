import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { describeError } from './log.ts';

const AS_MODULE = ['--conditions=@scantix/source', '--input-type=module', '--eval'];
const LOG = join(import.meta.dirname, 'log.ts');

test('an error in the log has a kind, a code and places, not the words that quote what somebody sent', () => {
  const cause = Object.assign(new Error('invalid input syntax: "SECRET-1"'), { code: '22P02' });
  const described = describeError(new TypeError('Unexpected token in SECRET-2\n    at SECRET-3', { cause }));
  expect(described).toMatchObject({ name: 'TypeError', cause: { name: 'Error', code: '22P02' } });
  expect(JSON.stringify(described)).not.toContain('SECRET');
  expect(described.at).toContainEqual(expect.stringContaining('log.test.ts'));
});

test('several errors at once are each described, the first ones', () => {
  const lost = Object.assign(new Error('SECRET'), { code: '57P01' });
  const described = describeError(new AggregateError(Array.from({ length: 100 }, () => lost)));
  const { errors } = described as { errors: unknown[] };
  expect([errors.length, errors[0]]).toMatchObject([3, { name: 'Error', code: '57P01' }]);
  expect(JSON.stringify(described)).not.toContain('SECRET');
});

test('what is thrown and is no error is named by its type', () => {
  expect(describeError('SECRET')).toEqual({ name: 'string' });
});

test(
  'after a full disk has room again the log goes on',
  () => {
    const program = `
    import { createRequire, syncBuiltinESMExports } from 'node:module';
    const fs = createRequire(import.meta.url)('node:fs');
    const { writeSync } = fs;
    let isFull = true;
    fs.writeSync = (...of) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return writeSync(...of);
    };
    syncBuiltinESMExports();
    const { createLog } = await import(process.argv[1]);
    const log = createLog({ level: 'info' });
    for (let line = 0; line < 12_000; line += 1) log.info('while it is full'.padEnd(80));
    isFull = false;
    for (const line of ['lost', 'first', 'last']) log.info(line.padEnd(200));
  `;
    const { status, stderr } = spawnSync(process.execPath, [...AS_MODULE, program, LOG], {
      encoding: 'utf8',
      maxBuffer: 1e7,
    });
    expect(status).toBe(0);
    expect(stderr.split('\n').at(-2)).toContain('"msg":"last ');
  },
  START_MS,
);

test.runIf(process.platform === 'linux')(
  'a log that a full disk does not take throws at nobody',
  () => {
    const program = `
      const { createLog } = await import(process.argv[1]);
      const log = createLog({ level: 'info' });
      for (let line = 0; line < 3; line += 1) log.info('request');
      process.stdout.write('done');
    `;
    const full = openSync('/dev/full', 'w');
    const { status, stdout } = spawnSync(process.execPath, [...AS_MODULE, program, LOG], {
      stdio: ['ignore', 'pipe', full],
      encoding: 'utf8',
    });
    closeSync(full);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'done' });
  },
  START_MS,
);
