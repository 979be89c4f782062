import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

/** Copies what git would commit into `folder` and makes that a repository, so that a release does not change the workspace. */
export function copyWorkspace(folder) {
  mkdirSync(folder, { recursive: true });
  const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean);
  for (const file of files) if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commitAll(folder, 'The workspace as it stands');
}

/** Commits everything that changed in the copy. */
export function commitAll(folder, message) {
  git(folder, 'add', '--all');
  const author = [
    '-c',
    'user.name=Release rehearsal',
    '-c',
    'user.email=release@localhost',
    '-c',
    'commit.gpgsign=false',
  ];
  git(folder, ...author, 'commit', '--quiet', '--allow-empty', '--message', message);
}

/** Runs git in `folder` and returns what it printed. */
export function git(folder, ...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}
