import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { NO_SERVER } from '../testing/run-command.ts';
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
const lines = [...page.matchAll(/^```sh.*\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.split('\n'))
  .filter((line) => /^scantix [a-z]/.test(line));

test.each(lines)('the program takes: %s', (line) => {
  const words = line.replace(/ +(#|>).*$/, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
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
