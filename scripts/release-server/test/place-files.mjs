// What the operator has beside: the archive and its successor, exports of a ticket system, a PostgreSQL server.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../postgres.mjs';
import { operate } from './machine.mjs';

const PRETIX =
  '"Order code","Position ID","Status","Product","Variation","Attendee name","Ticket secret","Blocked","Valid from","Valid until"\n' +
  '"HX7AA",1,"paid","Day ticket","","Ada Berg","k3u9x7d2m5","","",""\n';
const GUESTS = 'Code,"Name, first and last"\nHL-2026-0001,Ada Berg\nHL-2026-0002,Ivo Haas\nHL-2026-0003,Mia Koch\n';

/** Places the files in `cwd` and starts the database server of the page on 127.0.0.1:5432. */
export async function placeFiles({ cwd, archive, version }) {
  cpSync(archive, join(cwd, `scantix-${version}.tar.gz`));
  writeFileSync(join(cwd, 'orders.csv'), PRETIX);
  writeFileSync(join(cwd, 'guests.csv'), GUESTS);
  const next = `tar -xzf scantix-${version}.tar.gz && mv scantix-${version} scantix-0.2.0 &&
    sed -i 's/"version": ".*"/"version": "0.2.0"/' scantix-0.2.0/package.json &&
    tar -cf - scantix-0.2.0 | gzip --fast > scantix-0.2.0.tar.gz && rm -r scantix-0.2.0`;
  operate(next, { cwd });
  return startPostgres({ superuser: 'postgres', port: 5432 });
}
