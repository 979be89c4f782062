#!/usr/bin/env node
// npm start: installs, builds, and starts the backend, which serves the app and its API on one port.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fail, install, root, runWithPnpm, step, workspaceEnvironment } from './workspace.mjs';

await install();

step('Building the app and its backend');
if ((await runWithPnpm(['turbo', 'run', 'build', '--output-logs', 'errors-only'])) !== 0)
  fail('The build failed; see above.');

step('Starting');
// A database of DATABASE_URL is somebody's own.
const demo = process.env.DATABASE_URL ? [] : ['--demo'];
const server = spawn('node', [join(root, 'apps', 'api', 'dist', 'main.js'), ...demo, ...process.argv.slice(2)], {
  cwd: root,
  env: workspaceEnvironment(),
  stdio: 'inherit',
});

// A terminal sends Ctrl+C to both processes; a supervisor signals only this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
