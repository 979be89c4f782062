import { expect } from '@playwright/test';
import { arcMinutes, verdictSurface } from '../checks/verdict-surface.ts';
import { CATALOG, EVENING } from '../states/catalog.ts';
import { SIZES } from '../states/sizes.ts';
import { test } from '../support/test.ts';

test.use({ beginsAt: EVENING });

const ROWS: string[][] = [];
const SHOWN = CATALOG.flatMap((view) => view.states.map((state) => ({ view: view.title, state }))).filter(
  ({ view, state }) => view === 'Verdict' || state.name === 'stream' || (view === 'Scan result' && state.visit.path),
);

for (const { view, state } of SHOWN) {
  test(`${view}: ${state.name}`, async ({ backend, expectedTroubles, visit }) => {
    if (state.reported) expectedTroubles.push(state.reported);
    const opened = await visit({ timezoneId: 'UTC', colorScheme: 'light', ...state.visit });
    await state.reach({ ...opened, backend });
    for (const [size, viewport] of Object.entries(SIZES)) {
      await opened.page.setViewportSize(viewport);
      const surface = await verdictSurface(opened.page);
      if (!surface) continue;
      const { word, fill, text, contrast, capitals } = surface;
      const [atArmsLength, atThreeMetres] = [arcMinutes(capitals, 600), arcMinutes(capitals, 3_000)];
      ROWS.push([
        `${view}, ${state.name}`,
        ...[size, word, fill, text],
        `${contrast.toFixed(1)}:1`,
        ...[capitals, atArmsLength, atThreeMetres].map((value) => value.toFixed(1)),
      ]);
      expect(contrast).toBeGreaterThanOrEqual(7);
      if (surface.isRibbon) continue;
      expect(atArmsLength).toBeGreaterThanOrEqual(20);
      // Glance is for tablets and what is larger.
      if (state.name.startsWith('glance') && size !== 'phone') expect(atThreeMetres).toBeGreaterThanOrEqual(12);
    }
  });
}

test.afterAll(() => {
  const heads = ['state', 'size', 'word', 'fill', 'text', 'contrast', 'capitals px', "at 60 cm '", "at 3 m '"];
  const rows = [heads, heads.map(() => '---'), ...ROWS].map((row) => `| ${row.join(' | ')} |\n`);
  process.stdout.write(`\n${rows.join('')}`);
});
