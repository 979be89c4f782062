import { expect, test } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';

const nobody = { operatorFetch: () => Promise.reject(new Error('a migration asks no server')) };

test('rights on a database that is not named are an error of usage', async () => {
  expect(await runCommand(nobody, 'migrate', '--grant-to', 'scantix')).toEqual({
    ...{ code: 2, out: '' },
    err: 'scantix: --grant-to needs DATABASE_URL: the embedded database has no users.\n',
  });
  expect((await runCommand(nobody, 'migrate')).code).toBe(0);
});
