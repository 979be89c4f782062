/** Folds a login name for comparison: letter case, width and outer spaces do not matter. */
export function foldLogin(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase();
}
