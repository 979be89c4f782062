// Where the sources are. No file of the project names its host; a release adds the fields to each manifest it publishes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from '../workspace.mjs';

/** The address of the repository's page: `REPOSITORY_URL`, or that of the repository in whose Actions this runs. */
export function repositoryAddress({ REPOSITORY_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env) {
  const address = REPOSITORY_URL ?? (GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`);
  return address?.replace(/(\.git)?\/?$/, '');
}

/** The fields of one package's manifest. */
export function repositoryFields(address, folder) {
  return {
    repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${folder}` },
    homepage: `${address}/tree/main/packages/${folder}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/** Runs `publish` while the manifests have these fields. */
export function withRepository(address, publish) {
  const manifests = publishedPackages().map((folder) => {
    const file = join(root, 'packages', folder, 'package.json');
    return { folder, file, text: readFileSync(file, 'utf8') };
  });
  try {
    for (const { folder, file, text } of manifests)
      writeFileSync(file, JSON.stringify({ ...JSON.parse(text), ...repositoryFields(address, folder) }));
    return publish();
  } finally {
    for (const { file, text } of manifests) writeFileSync(file, text);
  }
}
