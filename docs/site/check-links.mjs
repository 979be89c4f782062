#!/usr/bin/env node
// Follows every link of the site to a file and, where it names one, to an element; a page may load nothing from elsewhere.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const dist = join(import.meta.dirname, 'dist');
const pages = globSync('**/*.html', { cwd: dist });
const htmlOf = new Map(pages.map((page) => [join(dist, page), readFileSync(join(dist, page), 'utf8')]));
const idsOf = new Map([...htmlOf].map(([file, html]) => [file, new Set(matches(html, /\s(?:id|name)="([^"]+)"/g))]));

function matches(html, pattern) {
  return [...html.matchAll(pattern)].map(([, value]) => value.replaceAll('&amp;', '&'));
}

/** What is wrong with a link of a page, or nothing. */
function judge(file, link) {
  if (/^(https?:|mailto:|data:)/.test(link)) return;
  const [path, anchor] = link.split('#').map(decodeURIComponent);
  let target = path === '' ? file : join(dirname(file), path.replace(/\?.*$/, ''));
  if (existsSync(target) && statSync(target).isDirectory()) target = join(target, 'index.html');
  if (!existsSync(target)) return 'no such file';
  if (anchor && idsOf.has(target) && !idsOf.get(target).has(anchor)) return 'no such element';
}

const broken = [];
let links = 0;
for (const [file, html] of htmlOf) {
  const found = new Set(matches(html, /\s(?:href|src)="([^"]*)"/g));
  links += found.size;
  for (const link of found) {
    const problem = judge(file, link);
    if (problem) broken.push(`${file.slice(dist.length + 1)}: ${link}: ${problem}`);
  }
  for (const [tag] of html.matchAll(/<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?\/\/[^>]*>/g))
    broken.push(`${file.slice(dist.length + 1)}: loaded from elsewhere: ${tag}`);
}
for (const line of broken) console.log(line);
console.log(`${pages.length} pages, ${links} links, ${broken.length} broken`);
process.exitCode = broken.length > 0 ? 1 : 0;
