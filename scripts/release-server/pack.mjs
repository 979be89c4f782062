// Packs the built server and app into one archive.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../workspace.mjs';
import { writeLicences } from './licences.mjs';

const PGLITE = 'node_modules/@electric-sql/pglite';
/** Programs and pages; no source map, since it contains the sources. */
const SHIPPED = /^(?!.*\.map$|metafile-esm\.json$)/;
/** PGlite as ESM with its WebAssembly and data. Its extensions are not used. */
const OF_PGLITE = /^(package\.json|LICENSE|dist\/([^/]+\.js|pglite\.data|[^/]+\.wasm))$/;

/**
 * Packs `scantix-VERSION.tar.gz` into the folder `out` and returns its path. The same build of the same commit gives the same
 * bytes: entries are sorted, and have the commit's time and no owner.
 */
export function packServer(out) {
  const { version } = readJson('apps/api/package.json');
  const name = `scantix-${version}`;
  const stage = mkdtempSync(join(tmpdir(), 'scantix-pack-'));
  try {
    fill(join(stage, name), version);
    mkdirSync(out, { recursive: true });
    const file = join(out, `${name}.tar.gz`);
    writeFileSync(file, gzipSync(tar(stage, name), { level: 9 }));
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function fill(target, version) {
  copy('apps/api/dist', join(target, 'lib'), SHIPPED);
  copy('apps/scanner/dist', join(target, 'app'), SHIPPED);
  copy(`apps/api/${PGLITE}`, join(target, PGLITE), OF_PGLITE);
  copy('deploy', join(target, 'deploy'), /^(?!bin\/|\.env$)/);
  // The passwords of compose.yaml stand in the folder from which the image is built.
  writeFileSync(join(target, '.dockerignore'), '**/.env\n');
  copy('deploy/bin', join(target, 'bin'), /./);
  copy('docs', join(target, 'docs'), /^(operations|rights|verify-tokens|webhooks|security|snapshot)\.md$/);
  copy('apps/api', join(target, 'docs'), /^README\.md$/);
  writeFileSync(join(target, 'THIRD-PARTY-LICENCES.txt'), writeLicences());
  const manifest = { name: 'scantix', version, commit: commitOfWorkspace(), private: true, type: 'module' };
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ ...manifest, engines: { node: '>=24' }, bin: 'bin/scantix' }, null, 2)}\n`,
  );
  for (const program of ['bin/scantix', 'deploy/database-user.sh']) chmodSync(join(target, program), 0o755);
}

/** The commit, marked when something is not committed. */
function commitOfWorkspace() {
  const commit = git('rev-parse', 'HEAD') || 'unknown';
  return git('status', '--porcelain') === '' ? commit : `${commit}, changed`;
}

function copy(from, to, pattern) {
  const source = join(root, from);
  for (const file of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name).slice(source.length + 1);
    if (file.isFile() && pattern.test(path)) cpSync(join(source, path), join(to, path), { dereference: true });
  }
}

function tar(folder, name) {
  const time = git('log', '-1', '--format=%ct') || '0';
  const fixed = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  const modes = ['--mode=u=rwX,go=rX', '--format=ustar'];
  const { status, stdout, stderr } = spawnSync('tar', [...fixed, ...modes, '-cf', '-', name], {
    cwd: folder,
    maxBuffer: 256 << 20,
  });
  if (status !== 0) throw new Error(`tar (GNU) is needed: ${stderr}`);
  return stdout;
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
