import { DEMO_DOMAINS, DEMO_PASSWORD } from './demo/demo-places.ts';

/** The lines that greet the person who started the server. */
export function describeStart({
  address,
  demo,
  dataDir,
}: {
  address: string;
  demo: boolean;
  /** `null`: the data is on a PostgreSQL server. */
  dataDir: string | null;
}): string[] {
  const lines = ['', `  Scantix   ${address}`, `  Data      ${dataDir ?? 'PostgreSQL'}`];
  if (!demo) return [...lines, ''];
  lines.push(`  Tickets   ${address}/demo/tickets   (print it, or scan it from another screen)`, '');
  lines.push(`  Demo sign-ins, password ${DEMO_PASSWORD}`);
  for (const { name, clerks } of DEMO_DOMAINS) {
    for (const { login, userName, workgroup } of clerks) {
      lines.push(`    ${login.padEnd(13)} ${userName.padEnd(18)} ${workgroup}, ${name}`);
    }
  }
  return [...lines, ''];
}
