import { statSync } from 'node:fs';

/**
 * Gives up root's rights for those of the data folder's owner: what root wrote there, the server could not open. Does nothing
 * for other users, for a folder of root's own, and for none.
 */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder || folder.uid === 0) return;
  const { uid, gid } = folder;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
