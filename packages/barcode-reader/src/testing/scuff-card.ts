import type { BarcodeGrid } from './draw-barcode.ts';
import { scuffScale } from './paint-frame.ts';
import type { SeededRandom } from './seeded-random.ts';

/**
 * The damage of a card: scratches that remove ink and stains of ink, over about `share` (0 to 1) of the code. `null` for
 * an undamaged card.
 */
export function scuffCard(grid: BarcodeGrid, share: number, random: SeededRandom): Uint8Array | null {
  if (share <= 0) return null;
  const width = (grid.width + 2 * grid.quietZone) * scuffScale;
  const height = (grid.height + 2 * grid.quietZone) * scuffScale;
  const scuffs = new Uint8Array(width * height);
  const wanted = share * grid.width * grid.height * scuffScale * scuffScale;
  const margin = grid.quietZone * scuffScale;
  let harmed = 0;
  const harm = (x: number, y: number, kind: number) => {
    if (x < margin || y < margin || x >= width - margin || y >= height - margin) return;
    const at = Math.floor(y) * width + Math.floor(x);
    if (!scuffs[at]) harmed += 1;
    scuffs[at] = kind;
  };
  for (let stroke = 0; stroke < 1000 && harmed < wanted; stroke++) {
    const isBlot = random.next() < 0.3;
    const [x, y] = [random.between(margin, width - margin), random.between(margin, height - margin)];
    const radius = (isBlot ? random.between(0.5, 2) : random.between(0.2, 0.5)) * scuffScale;
    const length = isBlot ? 0 : random.between(0.2, 0.7) * Math.min(width, height);
    const angle = random.between(0, Math.PI);
    for (let along = 0; along <= length; along++) {
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          if (dx * dx + dy * dy <= radius * radius) {
            harm(x + along * Math.cos(angle) + dx, y + along * Math.sin(angle) + dy, isBlot ? 2 : 1);
          }
        }
      }
    }
  }
  return scuffs;
}
