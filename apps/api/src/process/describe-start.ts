import { renderUnicodeCompact } from 'uqr';
import { DEMO_DOMAINS } from '../demo/demo-domains.ts';
import type { RunningServer } from '../start-server.ts';
import type { Options } from './options.ts';

/** The lines for the person who started the server. */
export function describeStart(
  { https, demo, databaseUrl, dataDir }: Pick<Options, 'https' | 'demo' | 'databaseUrl' | 'dataDir'>,
  { address, signIns }: Pick<RunningServer, 'address' | 'signIns'>,
): string {
  const lines = ['', `  Scantix    ${address}`];
  if (demo) lines.push(`  Tickets    ${address}/demo/tickets   print them, or scan them from this screen`);
  lines.push(`  Data       ${databaseUrl ? 'PostgreSQL (DATABASE_URL)' : dataDir}`);
  const { demo: demoPassword, manager } = signIns;
  if (demoPassword) lines.push('', `  Demo sign-ins, password ${demoPassword}`, ...describeClerks());
  if (manager)
    lines.push(
      '',
      '  The first manager; this one-time password is shown only now',
      `    ${manager.login.padEnd(13)} ${manager.password}`,
    );
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
