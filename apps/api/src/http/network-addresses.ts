import { networkInterfaces } from 'node:os';

/** The addresses of this machine, those of the local network first. */
export function lanAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const outer = all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  return [...outer, '127.0.0.1', '::1'];
}

/** The address for a browser: with `--https` on another device, otherwise on this one. */
export function serverAddress({ host, port, https }: { host: string; port: number; https: boolean }): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const [lan = 'localhost'] = lanAddresses();
  const name = everywhere ? (https ? lan : 'localhost') : host.includes(':') ? `[${host}]` : host;
  return `${https ? 'https' : 'http'}://${name}:${port}`;
}
