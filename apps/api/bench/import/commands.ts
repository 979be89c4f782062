import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type ImportReport, importReport } from '@scantix/api-contract';

const SCANTIX = fileURLToPath(new URL('../../dist/scantix.js', import.meta.url));
/** Linux counts the time of processes in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** The built command line, in processes of its own. */
export interface Commands {
  importRows(
    rows: Iterable<string>,
    options: { domain: string; onProgress: (read: number) => void },
  ): Promise<{ report: ImportReport; seconds: number; peakMb: number; cpuSeconds: number }>;
}

/** Creates commands with these variables. */
export function createCommands(environment: Readonly<Record<string, string>>): Commands {
  return {
    async importRows(rows, { domain, onProgress }) {
      const startedAt = performance.now();
      const command = spawn(process.execPath, [SCANTIX, '--json', 'tickets', 'import', '-', '--domain', domain], {
        env: { PATH: process.env.PATH, ...environment },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const ended = once(command, 'exit');
      const output = text(command.stdout);
      const used = { peakMb: 0, cpuSeconds: 0 };
      const watching = setInterval(() => readUse(command.pid ?? 0, used), 100);
      createInterface({ input: command.stderr }).on('line', (line) => {
        if (line.startsWith('{"read"')) onProgress(JSON.parse(line).read);
        else console.error(line);
      });
      await pipeline(Readable.from(inPieces(rows)), command.stdin).catch(() => {});
      const [code] = await ended;
      clearInterval(watching);
      if (code !== 0) throw new Error(`scantix ended with code ${code}`);
      return {
        report: importReport.parse(JSON.parse(await output)),
        seconds: (performance.now() - startedAt) / 1_000,
        ...used,
      };
    },
  };
}

/** Reads the highest memory and the processor time of a process, while it runs. */
function readUse(pid: number, used: { peakMb: number; cpuSeconds: number }): void {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    used.peakMb = Math.max(used.peakMb, Number(peak?.[1] ?? 0) / 1_024);
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
    used.cpuSeconds = (user + system) / TICKS_A_SECOND;
  } catch {
    // It has ended.
  }
}

function* inPieces(rows: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const row of rows) {
    piece += row;
    if (piece.length < 65_536) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}
