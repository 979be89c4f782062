#!/usr/bin/env node
// pnpm icons: draws the icons of the installed app (public/icons) from the SVG files beside this one.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const ICONS = [
  ['icon.svg', 192, 'icon-192.png'],
  ['icon.svg', 512, 'icon-512.png'],
  ['icon-maskable.svg', 192, 'maskable-192.png'],
  ['icon-maskable.svg', 512, 'maskable-512.png'],
  // iOS rounds the corners itself.
  ['icon-maskable.svg', 180, 'apple-touch-icon.png'],
  ['shortcut-scanner.svg', 96, 'shortcut-scanner.png'],
  ['shortcut-results.svg', 96, 'shortcut-results.png'],
];

mkdirSync(at('../public/icons'), { recursive: true });
for (const [source, size, target] of ICONS) {
  const drawn = sharp(at(source), { density: 288 }).resize(size, size);
  await drawn.png({ palette: true, colors: 64, effort: 10 }).toFile(at(`../public/icons/${target}`));
}
