/** A login name folded for comparison: letter case, width and outer spaces make no other account. */
export function foldLogin(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase();
}
