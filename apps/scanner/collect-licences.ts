import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Writes `licences.json`: each library whose code the app contains, with the text of its licence. The barcode worker is a
 * bundle of its own, written before the app's: its modules are collected first. The service worker is written after both:
 * its libraries are taken from the manifest of the package that contains its code. The colours of the tokens are a copy.
 */
export function collectLicences({ serviceWorkerPackage }: { serviceWorkerPackage: string }) {
  const folders = new Set<string>();
  const addModules = (bundle: Rolldown.OutputBundle) => {
    for (const part of Object.values(bundle)) {
      for (const id of part.type === 'chunk' ? part.moduleIds : []) {
        const folder = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
        if (folder) folders.add(folder);
      }
    }
  };
  const app: Plugin = {
    name: 'collect-licences',
    apply: 'build',
    generateBundle(_, bundle) {
      addModules(bundle);
      addDependencies(manifestOf(serviceWorkerPackage, import.meta.filename), folders);
      folders.add(dirname(manifestOf('@radix-ui/colors', manifestOf('@scantix/theme', import.meta.filename))));
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(readLicences(folders)) });
    },
  };
  const worker = (): Plugin => ({ name: 'collect-licences', generateBundle: (_, bundle) => addModules(bundle) });
  return { app, worker };
}

/** Adds the folders of a package's dependencies, and of theirs. */
function addDependencies(manifest: string, folders: Set<string>): void {
  const { dependencies = {} } = readManifest(dirname(manifest));
  for (const name of Object.keys(dependencies)) {
    const dependency = manifestOf(name, manifest);
    folders.add(dirname(dependency));
    addDependencies(dependency, folders);
  }
}

/** The path of the manifest that `name` resolves to in a file. */
function manifestOf(name: string, file: string): string {
  return createRequire(file).resolve(`${name}/package.json`);
}

function readLicences(folders: ReadonlySet<string>) {
  return [...folders]
    .map((folder) => {
      const { name, version, license = '' } = readManifest(folder);
      const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
      return { name, version, licence: license, text: file ? readFileSync(join(folder, file), 'utf8').trim() : '' };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
