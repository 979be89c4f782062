import { describe, expect, test } from 'vitest';
import { DataDirLockedError } from '../data-dir/lock-data-dir.ts';
import { NO_SERVER, runCommand } from '../testing/run-command.ts';
import { runScantix } from './run-scantix.ts';

const answer = (body: unknown, status = 200) => ({ operatorFetch: async () => Response.json(body, { status }) });
const unreached = {
  operatorFetch: async () => {
    throw new Error('no call was expected');
  },
};

describe('exit codes', () => {
  test('0: done', async () => {
    expect(await runCommand(answer({ items: [] }), 'domains', 'list')).toMatchObject({ code: 0, err: '' });
  });

  test('0: help, which needs no server', async () => {
    const { code, out } = await runCommand(unreached, 'domains', '--help');
    expect(code).toBe(0);
    expect(out).toContain('rename');
  });

  test.each([
    [['help'], 'Usage: scantix [options] [command]'],
    [['help', 'clerks'], 'Usage: scantix clerks [options] [command]'],
    [['help', 'clerks', 'create'], 'Usage: scantix clerks create [options] <login>'],
  ])('0: %j', async (args, says) => {
    const { code, out } = await runCommand(unreached, ...args);
    expect(code).toBe(0);
    expect(out).toContain(says);
  });

  test.each([[['help', 'nonsense']], [['help', 'clerks', 'nonsense']]])('2: no such command, %j', async (args) => {
    expect((await runCommand(unreached, ...args)).code).toBe(2);
  });

  test('1: refused, with one line that says why', async () => {
    const refusal = { success: false, code: 'conflict', message: 'There is a domain of this name already' };
    expect(await runCommand(answer(refusal, 409), 'domains', 'create', 'North')).toEqual({
      code: 1,
      out: '',
      err: 'scantix: There is a domain of this name already.\n',
    });
  });

  test('1: a server that dies during a command leaves it open whether it was done', async () => {
    const dying = {
      operatorFetch: async () => {
        throw new Error('socket hang up');
      },
    };
    const { code, err } = await runCommand(dying, 'domains', 'create', 'North');
    expect(code).toBe(1);
    expect(err).toMatch(/^scantix: The server broke off before it answered \(socket hang up\)\. [^\n]+\n$/);
  });

  test('1: what keeps it from the database, in its own words', async () => {
    const err: string[] = [];
    const terminal = {
      env: {},
      isInteractive: false,
      askHidden: async () => '',
      out: () => {},
      err: (text: string) => void err.push(text),
    };
    const connect = () => Promise.reject(new DataDirLockedError('Another process uses it.'));
    expect(await runScantix(['domains', 'list'], { terminal, dataDir: '/nowhere', connect, ...NO_SERVER })).toBe(1);
    expect(err).toEqual(['scantix: Another process uses it.\n']);
  });

  test.each([
    [['domain'], "unknown command 'domain'"],
    [['domains', 'lst'], 'Did you mean list?'],
    [['domains', 'create'], "missing required argument 'name'"],
    [['domains', 'create', 'North', 'Pier'], 'too many arguments'],
    [['domains', 'list', '--jsn'], 'Did you mean --json?'],
    [[], 'Usage: scantix'],
  ])('2: %j', async (args, says) => {
    const { code, out, err } = await runCommand(unreached, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(says);
  });
});

test('JSON in a terminal is as harmless as a table, and the same for a program', async () => {
  const name = '\u009b2J\u007f\u202e\u2066\u2028é';
  const id = '01a1fc4f-66db-7413-888b-aaf9e3b59103';
  const items = [{ id, name, capacity: null, position: 0, closed_at: null }];
  const { out } = await runCommand(answer({ items }), 'checkpoints', 'list', '-d', id, '--json');
  expect(out).not.toMatch(/(?!\n)\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u);
  expect(JSON.parse(out).items[0].name).toBe(name);
});
