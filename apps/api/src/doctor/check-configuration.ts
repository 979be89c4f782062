import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import type { Finding } from '@scantix/api-contract/admin';
import { reasonOfFile } from '../system/reason-of-file.ts';

/** Checks the operator's `config.js`. It is compiled and not run: it is written for a browser. */
export function checkConfiguration(file: string): Finding[] {
  const check = 'config.js';
  const failed = (what: string): Finding[] => [{ check, status: 'failed', message: `${what}: the app does not start` }];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return failed(`cannot be read (${reasonOfFile(error) ?? error})`);
  }
  try {
    new Script(text, { filename: check });
  } catch (error) {
    const { message, stack = '' } = error as SyntaxError;
    return failed(`line ${/^config\.js:(\d+)/.exec(stack)?.[1]} is no JavaScript (${message})`);
  }
  if (!text.includes('SCANTIX_CONFIG')) return failed('does not set window.SCANTIX_CONFIG');
  return [{ check, status: 'ok', message: 'replaces the shipped one' }];
}
