import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import settings from '../../start-settings.json' with { type: 'json' };

/** The backend as another process. */
export interface ApiProcess {
  readonly url: string;
  readonly pid: number;
  /** What it has written to standard error: its log. */
  readonly logged: () => string;
  /** The exit code after SIGTERM. */
  stop(): Promise<number | null>;
}

/**
 * Starts `main.ts` on a free port, or the built program, with the settings of every start, and waits until it is ready.
 * @throws with its standard error if it ends before
 */
export async function startApiProcess(
  env: Record<string, string>,
  { built = false }: { built?: boolean } = {},
): Promise<ApiProcess> {
  const main = join(import.meta.dirname, built ? '../../dist/main.js' : '../main.ts');
  const child = spawn(process.execPath, [...settings.arguments, '--conditions=@scantix/source', main], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'warn', ...settings.environment, ...env },
    // A relative path that a call names is below the data.
    cwd: env.DATA_DIR,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const greeting = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /^ {2}Scantix +(\S+)$/.exec(line) ?? [];
      if (url) return url;
    }
    return null;
  })();
  const url = await greeting;
  if (!url) throw new Error(`The process ended with ${await exit}: ${errors}`);
  child.stdout.resume();
  return {
    url,
    pid: child.pid ?? 0,
    logged: () => errors,
    stop() {
      child.kill('SIGTERM');
      return exit;
    },
  };
}
