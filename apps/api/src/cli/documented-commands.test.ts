import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@scantix/api-contract';
import { listDomains } from '@scantix/api-contract/admin';
import { CONTRACT_CALLS } from '@scantix/api-contract/calls';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { NO_SERVER, runCommand } from '../testing/run-command.ts';
import { createProgram } from './program.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
const program = createProgram(() => ({}) as never, NO_SERVER);

/** `domains list`, `migrate`, and so on. */
function pathsOf(command: Command): string[] {
  return command.commands.flatMap((each) => {
    const below = pathsOf(each).map((path) => `${each.name()} ${path}`);
    return below.length === 0 ? [each.name()] : below;
  });
}

test('docs/operations.md lists the commands that the program has', () => {
  const section = page.slice(page.indexOf('## The command line'), page.indexOf('## What an outage can take'));
  const documented = [...section.matchAll(/^\| (`scantix .*?`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`scantix (\S+)(?: (\S+))?`/g)].flatMap(([, noun = '', verbs = '']) =>
      verbs === '' ? [noun] : verbs.split('\\|').map((verb) => `${noun} ${verb}`),
    ),
  );
  expect(documented.toSorted()).toEqual(pathsOf(program).toSorted());
});

/** The lines of its blocks that call `scantix`. `pnpm test:release:server` runs them. */
const lines = [...page.matchAll(/^```sh.*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => commandsOf(block));

test.each(lines)('the program takes: %s', (line) => {
  const words = wordsOf(line);
  let command = program;
  for (const word of words.slice(1)) {
    const below = command.commands.find((each) => each.name() === word);
    if (!below) break;
    command = below;
  }
  expect(command.commands).toEqual([]);
  const known = [...command.options, ...program.options].flatMap(({ long, short }) => [long, short, '--']);
  expect(words.filter((word) => /^-./.test(word) && !known.includes(word))).toEqual([]);
});

/** The call of a command, beside that for the only domain; none of a command that does its work itself. */
async function callOf(line: string): Promise<Endpoint | undefined> {
  let called: Endpoint | undefined;
  const operatorFetch = async (...args: Parameters<typeof fetch>) => {
    const { method, url } = new Request(...args);
    const { pathname } = new URL(url);
    called = CONTRACT_CALLS.map(([, call]) => call).find(
      (call) => call.method === method && new RegExp(`^${call.path.replaceAll(/{.*?}/g, '[^/]+')}$`).test(pathname),
    );
    const items = [
      { id: '0190a000-0000-7000-8000-000000000001', name: 'The only one', ticketing: 'on', created_at: new Date() },
    ];
    return called === listDomains ? Response.json({ items }) : new Response(null, { status: 503 });
  };
  const words = wordsOf(line).map((word) => word.replaceAll(/^['"]|['"]$/g, ''));
  const readable = words.map((word) => (word.endsWith('.csv') ? import.meta.filename : word));
  await runCommand({ operatorFetch }, ...readable.slice(1));
  return called;
}

/** Those that make no call. */
const ITSELF = /^scantix (serve|migrate|restore)\b/;

test.each(lines.filter((line) => !ITSELF.test(line)))('the page says who may do this by a call: %s', async (line) => {
  const [, operators = ''] = page.match(/for the operator alone are\s([^.]*)\./) ?? [];
  const named = [...operators.matchAll(/`(\w+)`/g)].map(([, noun]) => noun);
  const noun = wordsOf(line)[1];
  const isNamed = noun === 'audit' ? !line.includes('--domain') : named.includes(noun);
  expect((await callOf(line))?.needs).toEqual(isNamed ? 'operate' : ['manage']);
});

test('what the page leaves to the manager, a manager may do', async () => {
  const [, block = ''] = page.match(/later by the manager[^`]*```sh\n([\s\S]*?)^```$/m) ?? [];
  const calls = await Promise.all(commandsOf(block).map(callOf));
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.map((call) => call?.needs)).toEqual(calls.map(() => ['manage']));
});

function commandsOf(block: string): string[] {
  return block.split('\n').filter((line) => /^scantix [a-z]/.test(line));
}

function wordsOf(line: string): string[] {
  return line.replace(/ +(#|>).*$/, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
}
