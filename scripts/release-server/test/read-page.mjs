import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../workspace.mjs';

/**
 * Reads the commands of docs/operations.md, in order. `kind`: `run` is for any machine; blocks marked `sh systemd`,
 * `sh containers` or `sh machines` need a service manager, an engine, or several machines.
 */
export function readPage() {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const blocks = page.matchAll(/^## (?<heading>.+)$|^```sh(?: (?<kind>\S+))?\n(?<script>[\s\S]*?)^```$/gm);
  let section = '';
  return [...blocks].flatMap(({ groups: { heading, kind = 'run', script } }) => {
    section = heading ?? section;
    return script ? [{ section, kind, script }] : [];
  });
}
