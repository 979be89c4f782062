// The projects of examples/ as other teams have them: copied elsewhere, with packages from the registry.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';
import { execute } from './execute.mjs';
import { createProject } from './project.mjs';
import { startServer } from './servers.mjs';

/**
 * Creates the three projects in `folder`. Next.js builds the address of the API in, and the API allows the pages of
 * two of them: the ports are chosen before anything starts.
 */
export async function createExamples(folder, registry) {
  const [apiPort, kioskPort, stockRoomPort, nextPort] = await Promise.all([1, 2, 3, 4].map(freePort));
  const api = `http://127.0.0.1:${apiPort}`;
  const env = { SCANTIX_URL: api, NEXT_PUBLIC_SCANTIX_URL: api, NEXT_TELEMETRY_DISABLED: '1' };
  const project = (name) => createProject(join(folder, name), registry);
  const [kiosk, stockRoom, next] = ['kiosk', 'stock-room', 'next'].map(project);
  const run = ({ folder: cwd }, script, args, port) =>
    startServer(join('node_modules', script), args, { cwd, port, env });
  const local = (port) => ['--port', String(port), '--host', '127.0.0.1'];
  return {
    api: { port: apiPort, allowedOrigins: [stockRoomPort, nextPort].map((port) => `http://127.0.0.1:${port}`) },
    projects: { kiosk, 'stock-room': stockRoom, next },
    /** Takes the files of an example from `source`, installs what it names, and builds it. */
    async build(name, source) {
      const { folder: cwd, install } = this.projects[name];
      cpSync(join(source, 'examples', name), cwd, { recursive: true });
      await install();
      await execute('npm', ['run', 'build'], { cwd, env });
    },
    startKiosk: () => run(kiosk, 'vite/bin/vite.js', ['preview', ...local(kioskPort)], kioskPort),
    startNext: () => run(next, 'next/dist/bin/next', ['start', '--hostname', '127.0.0.1'], nextPort),
    startStockRoom() {
      const file = join(stockRoom.folder, 'dist', 'config.js');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/http:\/\/127\.0\.0\.1:\d+/, api));
      return startServer('server.ts', [], { cwd: stockRoom.folder, port: stockRoomPort, env });
    },
  };
}
