import { writeFileSync } from 'node:fs';

/**
 * Writes the npm configuration of one registry, for every package and by name for `@scantix`, and returns the file's
 * path. The token stays in the environment: npm and pnpm fill in `NPM_TOKEN` themselves.
 */
export function writeNpmrc(file, registry) {
  const address = registryAddress(registry);
  const place = address.replace(/^https?:/, '');
  const lines = [`registry=${address}`, `@scantix:registry=${address}`, `${place}:_authToken=\${NPM_TOKEN}`];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}

/** Normalises a registry's address: npm finds the token only if the address ends in a slash. */
export function registryAddress(registry) {
  return new URL(registry.endsWith('/') ? registry : `${registry}/`).href;
}
