/**
 * The dist-tag of a branch's snapshots: its name in small letters, with a hyphen for all else. npm takes no tag that could
 * be a version or a range, such as `1`, `v2` or `x`, and `latest` is the releases' own; `branch-` goes before those.
 */
export function snapshotTag(branch) {
  const tag = branch
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return /^(?:v?\d.*|v?x|latest|)$/.test(tag) ? `branch-${tag || 'without-a-name'}` : tag;
}
