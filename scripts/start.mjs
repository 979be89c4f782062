#!/usr/bin/env node
// npm start: installs, builds, and starts the backend, which serves the app and its API on one port.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whenOrphaned } from './when-orphaned.mjs';
import { fail, install, root, runWithPnpm, step, workspaceEnvironment } from './workspace.mjs';

let stop = () => process.exit(1);
if (process.env.npm_lifecycle_event) whenOrphaned(() => stop());

await install();

step('Building the app and its backend');
if ((await runWithPnpm(['turbo', 'run', 'build', '--output-logs', 'errors-only'])) !== 0)
  fail('The build failed; see above.');

step('Starting');
// A database of DATABASE_URL is somebody's own.
const demo = process.env.DATABASE_URL ? [] : ['--demo'];
const api = join(root, 'apps', 'api');
const settings = JSON.parse(readFileSync(join(api, 'start-settings.json'), 'utf8'));
const program = [...settings.arguments, join(api, 'dist', 'main.js'), ...demo, ...process.argv.slice(2)];
const server = spawn('node', program, { cwd: root, env: workspaceEnvironment(settings.environment), stdio: 'inherit' });

stop = () => server.kill();
// A terminal sends Ctrl+C to both processes; a supervisor signals only this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
