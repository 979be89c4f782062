import { join } from 'node:path';
import { openScanner } from './support/clerk.ts';
import { type HeldScene, openLiveCamera } from './support/live-camera.ts';
import { expect, test } from './support/test.ts';

/** A ticket too scratched to be read, so that the hint does not depend on the quality of the reader. */
const scratched = { symbology: 'qr_code', text: 'HINTS-'.repeat(6), damage: 0.45, noise: 3 } as const;

const HINTS: readonly { what: string; held: HeldScene; hint: string; before?: string }[] = [
  { what: 'a dark place', held: { ...scratched, light: 0.03 }, hint: 'Turn on the light' },
  { what: 'a hand that shakes', held: { ...scratched, blur: 4, size: 0.7 }, hint: 'Hold still' },
  { what: 'a lamp that mirrors itself', held: { ...scratched, glare: 1, size: 0.6 }, hint: 'Tilt slightly' },
  { what: 'nothing', held: { empty: true, noise: 3 }, hint: 'Centre the code' },
  {
    what: 'a code far away',
    held: { ...scratched, pixelsPerModule: 1.6 },
    hint: 'Move closer',
    before: 'Centre the code',
  },
];

test('what is held before the camera tells what to ask for: light, a still hand, a tilt, the middle, a nearer look', async ({
  folder,
  open,
}) => {
  const camera = await openLiveCamera(join(folder, 'hints.y4m'), { width: 1280, height: 720 });
  const { page } = await open({ clip: camera.path, signedIn: true });
  // Every hint that the pill has shown.
  const said: string[] = [];
  await page.exposeBinding('hintSaid', (_, hint: string) => void said.push(hint));
  await page.evaluate(() => {
    const recordHint = () => {
      const hint = document.querySelector('.app-hint')?.textContent;
      if (hint) (window as unknown as { hintSaid(hint: string): void }).hintSaid(hint);
    };
    new MutationObserver(recordHint).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (const { what, held, hint, before } of HINTS) {
    await camera.show(held);
    said.length = 0;
    await openScanner(page);
    await expect(page.getByRole('status').filter({ hasText: hint }), what).toBeVisible();
    if (before) expect(said, what).not.toContain(before);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  }
});

test('after ten seconds without a code the way around the camera is said', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true });
  await expect(page.getByRole('status').filter({ hasText: 'Type the code' })).toBeVisible();
});
