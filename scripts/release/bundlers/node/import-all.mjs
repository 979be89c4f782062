// Imports every entry that needs no page.
import { readdirSync, readFileSync } from 'node:fs';

const scope = new URL('node_modules/@scantix/', import.meta.url);
for (const name of readdirSync(scope)) {
  const { exports } = JSON.parse(readFileSync(new URL(`${name}/package.json`, scope), 'utf8'));
  for (const entry of Object.keys(exports).filter((key) => /^\.(\/rules|\/snapshot|\/calls|\/metrics)?$/.test(key))) {
    const module = await import(`@scantix/${name}${entry.slice(1)}`);
    if (Object.keys(module).length === 0) throw new Error(`@scantix/${name}${entry.slice(1)} exports nothing.`);
  }
}
