import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { NO_SERVER } from '../testing/run-command.ts';
import { createProgram } from './program.ts';

/** `domains list`, `migrate`, and so on. */
function pathsOf(command: Command): string[] {
  return command.commands.flatMap((each) => {
    const below = pathsOf(each).map((path) => `${each.name()} ${path}`);
    return below.length === 0 ? [each.name()] : below;
  });
}

test('docs/operations.md lists the commands that the program has', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const section = page.slice(page.indexOf('## The command line'), page.indexOf('## What an outage can take'));
  const documented = [...section.matchAll(/^\| (`scantix .*?`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`scantix (\S+)(?: (\S+))?`/g)].flatMap(([, noun = '', verbs = '']) =>
      verbs === '' ? [noun] : verbs.split('\\|').map((verb) => `${noun} ${verb}`),
    ),
  );
  const program = createProgram(() => ({}) as never, NO_SERVER);
  expect(documented.toSorted()).toEqual(pathsOf(program).toSorted());
});
