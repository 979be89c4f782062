#!/usr/bin/env node
import { resolve } from 'node:path';
import { readDataDir, readOptions } from '../process/options.ts';
import { readBuild } from '../process/read-build.ts';
import { systemClock } from '../system/clock.ts';
import { createLog } from '../system/log.ts';
import { systemRandom } from '../system/random.ts';
import { connect } from './connect/connect.ts';
import { runScantix } from './run-scantix.ts';
import { systemTerminal } from './terminal.ts';

/** In the workspace: from `apps/api/src/cli` and from `apps/api/dist`. */
const REPOSITORY = resolve(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../../..' : '../../..');

const terminal = systemTerminal();
process.exitCode = await runScantix(process.argv.slice(2), {
  terminal,
  dataDir: readDataDir(process.env, REPOSITORY),
  connect() {
    const options = readOptions({ LOG_LEVEL: 'error', ...process.env }, [], { repository: REPOSITORY });
    const program = { clock: systemClock, random: systemRandom, log: createLog({ level: options.logLevel }) };
    return connect(options, { ...program, build: readBuild(import.meta.dirname) });
  },
});
