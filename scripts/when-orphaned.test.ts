import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a script hears that the shell that npm started it by has ended', async () => {
  const module = join(import.meta.dirname, 'when-orphaned.mjs');
  const program = `import('${module}').then(({ whenOrphaned }) => {
    const running = setInterval(() => {}, 1_000);
    whenOrphaned(() => { console.log('orphaned'); clearInterval(running); });
    console.log('started');
  })`;
  const shell = spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [started] = await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  const [heard] = await once(shell.stdout, 'data');
  expect(`${started}${heard}`).toBe('started\norphaned\n');
});
