const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'there is nothing at this path',
  ENAMETOOLONG: 'the name is too long',
};

/** Why a file or folder cannot be used, for people; `undefined`: the error is not of the file system. */
export function reasonOfFile(error: unknown): string | undefined {
  const isOfFile = error instanceof Error && 'code' in error && 'syscall' in error;
  return isOfFile ? REASONS[String(error.code)] : undefined;
}
