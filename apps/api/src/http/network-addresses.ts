import { networkInterfaces } from 'node:os';

/** The addresses by which this machine is reached, its own network's first. */
export function lanAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const outer = all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  return [...outer, '127.0.0.1', '::1'];
}

/** What to type into a browser: for `--https` on another device, else on this one. */
export function serverAddress({ host, port, https }: { host: string; port: number; https: boolean }): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const [lan = 'localhost'] = lanAddresses();
  const name = everywhere ? (https ? lan : 'localhost') : host.includes(':') ? `[${host}]` : host;
  return `${https ? 'https' : 'http'}://${name}:${port}`;
}
