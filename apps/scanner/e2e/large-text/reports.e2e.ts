import { eachLanguageAndSize, eachSize } from '../checks/sizes.ts';
import { wordsOutside } from '../checks/words.ts';
import { expect, test } from '../support/test.ts';

test('numbers of seven digits stand apart on the cards of live gates', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports?show=gates',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', async (route) => {
        const live = await (await route.fetch()).json();
        const figures = { entered: 12_345_670, left: 12_345_670, refused: 1_234_567 };
        const gates = live.gates.map((gate: object) => ({ ...gate, ...figures }));
        await route.fulfill({ json: { ...live, gates } });
      }),
  });
  await expect(page.getByText('1,234,567').first()).toBeVisible();
  await eachLanguageAndSize(page, { '100%': [320, 390, 820], '200%': [390] }, async (at) => {
    const wide = await page
      .locator('.app-gate__figures > div')
      .evaluateAll((all) =>
        all.flatMap((figure) => (figure.scrollWidth > figure.clientWidth ? [figure.textContent] : [])),
      );
    expect(wide, at).toEqual([]);
    expect(await wordsOutside(page, '.app-gate__figures dd'), at).toEqual([]);
  });
});

test('the label of the highest point stays inside its chart, wherever the point is', async ({ visit }) => {
  for (const [index, share] of [0, 0.3, 0.7, 1].entries()) {
    const { page } = await visit({
      path: '/reports?period=week',
      signedIn: true,
      viewport: { width: 320, height: 844 },
      prepare: ({ context }) =>
        context.route('**/scantix/v0/reports/timeline**', async (route) => {
          const timeline = await (await route.fetch()).json();
          const { points } = timeline;
          const peak = points[Math.round((points.length - 1) * share)];
          await route.fulfill({
            json: {
              ...timeline,
              points: points.map((point: object) => ({ ...point, admitted: point === peak ? 1_234_567 : 1 })),
            },
          });
        }),
    });
    await expect(page.getByText(/^1,234,567 at/), `${index}`).toBeVisible();
    expect(await wordsOutside(page, '.app-plot__tag'), `at ${share} of the axis`).toEqual([]);
  }
});

test('the times below a chart stand apart on a phone, at the beginning and the end of the axis too', async ({
  visit,
}) => {
  const HOUR_MS = 3_600_000;
  for (const { from, count, labels } of [
    { from: '2026-11-27T18:00:00Z', count: 28, labels: ['18:00', '11/28/26', '06:00', '12:00', '18:00'] },
    { from: '2026-11-27T23:00:00Z', count: 26, labels: ['11/28/26', '06:00', '12:00', '18:00'] },
  ]) {
    const { page } = await visit({
      path: '/reports?period=week',
      signedIn: true,
      timezoneId: 'UTC',
      viewport: { width: 320, height: 844 },
      ownContext: true,
      prepare: ({ context }) =>
        context.route('**/scantix/v0/reports/timeline**', async (route) => {
          const timeline = await (await route.fetch()).json();
          const [first] = timeline.points;
          const points = Array.from({ length: count }, (_, index) => {
            const at = new Date(Date.parse(from) + index * HOUR_MS).toISOString();
            return { ...first, at, admitted: 1 };
          });
          await route.fulfill({ json: { ...timeline, points } });
        }),
    });
    const axis = page.locator('.app-plot__x:visible');
    await expect(axis).toContainText(labels);
    await eachSize(page, { '100%': [320, 390], '200%': [390] }, async (at) => {
      const boxes = await axis.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().toJSON()));
      const gaps = boxes.slice(1).map(({ left }, index) => left - boxes[index].right);
      expect(Math.min(...gaps), `${from}, ${at}`).toBeGreaterThan(1);
      expect(await wordsOutside(page, '.app-plot__x'), `${from}, ${at}`).toEqual([]);
    });
  }
});
