import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startApi, startBalancer } from './app-machine.ts';
import { becomeWhole, findPrimary } from './cluster.ts';
import { startDatabaseMachine } from './database-machine.ts';
import type { Installation } from './faults.ts';
import { openNetwork } from './network.ts';

/**
 * Starts three machines of the database, HAProxy, and two processes of the API.
 * @param folder their disks and logs
 * @param postgresBin where PostgreSQL's programs are
 */
export async function startInstallation(folder: string, postgresBin: string): Promise<Installation> {
  openNetwork();
  // In its first second it takes every machine for the primary.
  const balancer = startBalancer(folder);
  const machines = {
    db1: startDatabaseMachine('db1', folder, postgresBin),
    db2: startDatabaseMachine('db2', folder, postgresBin),
    db3: startDatabaseMachine('db3', folder, postgresBin),
  };
  await becomeWhole({ isSynchronous: true });
  const sockets = join(folder, await findPrimary(), 'run');
  const statements = ["create role scantix login password 'scantix'", 'create database scantix owner scantix'];
  for (const statement of statements) {
    const psql = ['psql', '-h', sockets, '-U', 'postgres', '-qc', statement];
    execFileSync('setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', ...psql]);
  }
  return { machines, balancer, api: await startApi(folder) };
}
