import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../api/dist/scantix.js', import.meta.url));

/** Runs a `scantix` command on a data folder and returns what it found or did. @throws with its standard error */
export type Scantix = <Found>(...args: string[]) => Promise<Found>;

export function scantixOn(dataDir: string): Scantix {
  return (...args) =>
    new Promise((resolve, reject) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      execFile(process.execPath, [PROGRAM, '--json', ...args], { env }, (error, out, err) => {
        if (error) reject(new Error(`scantix ${args.join(' ')}: ${err || error.message}`));
        else resolve(JSON.parse(out));
      });
    });
}
