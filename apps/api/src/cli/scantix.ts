#!/usr/bin/env node
import { resolve } from 'node:path';
import { becomeOwner } from '../data-dir/become-owner.ts';
import { describeRelease, findInstallation } from '../process/installation.ts';
import { readDataDir, readOptions } from '../process/options.ts';
import { readBuild } from '../process/read-build.ts';
import { systemClock } from '../system/clock.ts';
import { createLog } from '../system/log.ts';
import { systemRandom } from '../system/random.ts';
import { connect } from './connect/connect.ts';
import { runScantix } from './run-scantix.ts';
import { systemTerminal } from './terminal.ts';

/** The program's modules: `src`, or `dist`, which has this one too. */
const folder = import.meta.url.endsWith('.ts') ? resolve(import.meta.dirname, '..') : import.meta.dirname;
const installation = findInstallation(folder);

const code = await runScantix(process.argv.slice(2), {
  terminal: systemTerminal(),
  dataDir: readDataDir(process.env, installation),
  version: describeRelease(installation.release),
  async serve(args) {
    becomeOwner(readDataDir(process.env, installation));
    // Only this command needs all of the server.
    const { serve } = await import('../serve.ts');
    await serve(args, { folder, installation });
  },
  connect() {
    const options = readOptions({ LOG_LEVEL: 'error', ...process.env }, [], { installation });
    const program = { clock: systemClock, random: systemRandom, log: createLog({ level: options.logLevel }) };
    return connect(options, { ...program, build: readBuild(folder) });
  },
});
// A database that has panicked while it started leaves a timer.
if (code !== 0) process.exit(code);
