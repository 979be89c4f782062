import { renderUnicodeCompact } from 'uqr';
import { DEMO_DOMAINS, DEMO_PASSWORD } from '../demo/demo-domains.ts';
import type { Options } from './options.ts';

/** The lines for the person who started the server. */
export function describeStart(
  { https, demo, databaseUrl, dataDir }: Pick<Options, 'https' | 'demo' | 'databaseUrl' | 'dataDir'>,
  { address }: { address: string },
): string {
  const lines = ['', `  Scantix    ${address}`];
  if (demo) lines.push(`  Tickets    ${address}/demo/tickets   print them, or scan them from this screen`);
  lines.push(`  Data       ${databaseUrl ? 'PostgreSQL (DATABASE_URL)' : dataDir}`);
  if (demo) lines.push('', `  Demo sign-ins, password ${DEMO_PASSWORD}`, ...describeClerks());
  if (https) lines.push('', ...describePhone(address));
  return `${[...lines, '', '  Ctrl+C stops it.', ''].join('\n')}\n`;
}

function describeClerks(): string[] {
  return DEMO_DOMAINS.flatMap(({ name, clerks }) =>
    clerks.map(
      ({ login, userName, workgroup }) => `    ${login.padEnd(13)} ${userName.padEnd(18)} ${workgroup}, ${name}`,
    ),
  );
}

function describePhone(address: string): string[] {
  const code = renderUnicodeCompact(address, { border: 2 }).split('\n');
  return [
    '  Scan this with a phone on the same network. Its browser warns of the certificate, which this',
    '  machine has signed itself: accept it once.',
    '',
    ...code.map((line) => `  ${line}`),
  ];
}
