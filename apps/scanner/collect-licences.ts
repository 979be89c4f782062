import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Writes `licences.json`: each library whose code the app carries, with the text of its licence. The worker is a bundle
 * of its own and tells of its modules before the app's is written; the service worker's comes after both, so that its
 * libraries are named here.
 */
export function collectLicences({ serviceWorker }: { serviceWorker: readonly string[] }) {
  const places = new Set<string>();
  const note = (bundle: Rolldown.OutputBundle) => {
    for (const part of Object.values(bundle)) {
      for (const id of part.type === 'chunk' ? part.moduleIds : []) {
        const place = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
        if (place) places.add(place);
      }
    }
  };
  const app: Plugin = {
    name: 'collect-licences',
    apply: 'build',
    generateBundle(_, bundle) {
      note(bundle);
      for (const name of serviceWorker) addWithDependencies(name, import.meta.filename, places);
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(readLicences(places)) });
    },
  };
  const worker = (): Plugin => ({ name: 'collect-licences', generateBundle: (_, bundle) => note(bundle) });
  return { app, worker };
}

function addWithDependencies(name: string, from: string, places: Set<string>): void {
  const manifest = createRequire(from).resolve(`${name}/package.json`);
  places.add(join(manifest, '..'));
  const { dependencies = {} } = readManifest(join(manifest, '..'));
  for (const dependency of Object.keys(dependencies)) addWithDependencies(dependency, manifest, places);
}

function readLicences(places: ReadonlySet<string>) {
  return [...places]
    .map((place) => {
      const { name, version, license = '' } = readManifest(place);
      const file = readdirSync(place).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
      return { name, version, licence: license, text: file ? readFileSync(join(place, file), 'utf8').trim() : '' };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function readManifest(place: string): Manifest {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest;
}
