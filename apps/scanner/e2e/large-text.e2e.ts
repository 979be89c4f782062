import type { Locator, Page } from '@playwright/test';
import { OTHER_LANGUAGES, showIn } from './checks/language.ts';
import { sidewaysAt320 } from './checks/layout.ts';
import { goHome, scanAtDesk } from './states/steps.ts';
import { signInByApi } from './support/api-clerk.ts';
import { typeCode, verdict } from './support/clerk.ts';
import { expect, test } from './support/test.ts';

/** Whether everything that the element shows lies within the other one. */
async function liesWithin(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()];
  return !!inner && !!outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
}

test('the mode is whole at Home and in the header of the scanner, whatever the size of the text', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  const mode = page.getByRole('combobox', { name: 'Mode' });
  for (const [width, size] of [
    [390, '100%'],
    [390, '150%'],
    [320, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    await expect(mode).toBeVisible();
    expect(await liesWithin(mode, page.locator('main')), size).toBe(true);
    expect((await mode.boundingBox())?.width, size).toBeGreaterThan(48);
  }
  await page.getByRole('link', { name: 'Scanner', exact: true }).click();
  const place = page.getByRole('banner').getByText('· Entry');
  await expect(place).toBeVisible();
  const cut = await place.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(cut, 'what stands in the header is cut').toBe(false);
});

/** The words that the choices, buttons, names and values of a view cut, or that stand outside of its panels. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const range = document.createRange();
    const words = [
      ...document.querySelectorAll('main :is(label, button, a, dt, dd, .app-offline__row, .app-bars__name), h1'),
    ];
    const cut = words.filter((element) => {
      range.selectNodeContents(element);
      const { right, width } = range.getBoundingClientRect();
      const edge = element.closest('.stx-panel, .stx-header__title, main')?.getBoundingClientRect().right ?? innerWidth;
      return width > 1 && right > edge + 1;
    });
    const narrow = [...document.querySelectorAll('select')].filter((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      if (context) context.font = font;
      const width = context?.measureText(select.selectedOptions[0]?.label ?? '').width ?? 0;
      return width > select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 1;
    });
    return [...cut, ...narrow].map((element) => element.textContent);
  });
}

const EVERY_ROW = { ENABLE_MULTI_LANGUAGE: true, ENABLE_ADVANCED_SCANNING: true };

for (const { path, row } of [
  { path: '/settings', row: 'Language' },
  { path: '/reports', row: 'Last hour' },
  { path: '/reports?show=gates', row: 'Gate A, harbour' },
]) {
  test(`text of twice the size is whole on a phone, at ${path}, in every language`, async ({ visit }) => {
    const { page } = await visit({ path, signedIn: true, config: { FEATURE_FLAGS: EVERY_ROW } });
    await expect(page.getByText(row)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const language of ['en', ...OTHER_LANGUAGES]) {
      await showIn(page, language);
      expect(await sidewaysAt320(page), language).toEqual([]);
      expect(await cutWords(page), language).toEqual([]);
    }
  });
}

test('numbers of seven digits stand apart on the cards of live gates', async ({ visit }) => {
  const { page } = await visit({
    path: '/reports?show=gates',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/reports/gates', async (route) => {
        const live = await (await route.fetch()).json();
        const gates = live.gates.map((gate: object) => ({
          ...gate,
          entered: 12_345_670,
          left: 12_345_670,
          refused: 1_234_567,
        }));
        await route.fulfill({ json: { ...live, gates } });
      }),
  });
  await expect(page.getByText('1,234,567').first()).toBeVisible();
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(
      page,
      [
        [320, '100%'],
        [390, '100%'],
        [390, '200%'],
        [820, '100%'],
      ],
      async (at) => {
        const wide = await page
          .locator('.app-gate__figures > div')
          .evaluateAll((all) =>
            all.flatMap((figure) => (figure.scrollWidth > figure.clientWidth ? [figure.textContent] : [])),
          );
        expect(wide, `${language}, ${at}`).toEqual([]);
        expect(await wordsOutside(page, '.app-gate__figures dd'), `${language}, ${at}`).toEqual([]);
      },
    );
  }
});

/** The words of the elements that reach out of a box around them that cuts, or out of their tile. */
function wordsOutside(page: Page, elements: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const range = document.createRange();
    const boxesOf = (element: Element): Element[] => {
      const { display, overflowX } = getComputedStyle(element);
      if (['auto', 'scroll'].includes(overflowX)) return [];
      const cuts = (overflowX !== 'visible' && display !== 'contents') || element.matches('.app-stat');
      return [...(cuts ? [element] : []), ...(element.parentElement ? boxesOf(element.parentElement) : [])];
    };
    return [...document.querySelectorAll(selector)].flatMap((element) => {
      range.selectNodeContents(element);
      const { left, right, bottom, width } = range.getBoundingClientRect();
      const isOut = boxesOf(element).some((box) => {
        const around = box.getBoundingClientRect();
        return right > around.right + 1 || left < around.left - 1 || bottom > around.bottom + 4;
      });
      return width > 1 && isOut ? [element.textContent] : [];
    });
  }, elements);
}

async function eachSize(
  page: Page,
  sizes: readonly (readonly [number, string])[],
  look: (at: string) => Promise<void>,
) {
  for (const [width, fontSize] of sizes) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    await look(`${width} px, ${fontSize}`);
  }
}

const WIDTHS = [600, 820, 1024, 1280, 1440];
const PLAIN_AND_LARGE = WIDTHS.flatMap((width) => [[width, '100%'] as const, [width, '200%'] as const]);

test('the labels of the figures and of the navigation are whole from 600 px on, in every language', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await expect(page.getByText('Ready for offline')).toBeVisible();
  for (const path of ['Home', 'Reports']) {
    await page.getByRole('link', { name: path, exact: true }).click();
    await expect(page.locator('.app-stat__value').first()).toBeVisible();
    for (const language of ['en', ...OTHER_LANGUAGES]) {
      await showIn(page, language);
      await eachSize(page, PLAIN_AND_LARGE, async (at) => {
        const cut = await wordsOutside(page, '.app-stat > *, .stx-nav__link > span');
        expect(cut, `${path} in ${language}, ${at}`).toEqual([]);
      });
    }
    await showIn(page, 'en');
  }
});

test('three figures share the width of a phone, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await expect(page.locator('.app-stat__value').first()).toBeVisible();
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(
      page,
      [
        [320, '100%'],
        [360, '100%'],
        [390, '100%'],
        [402, '100%'],
        [430, '100%'],
        [599, '100%'],
      ],
      async (at) => {
        expect(await wordsOutside(page, '.app-stat > *'), `${language}, ${at}`).toEqual([]);
        const unused = await page.locator('.app-stats').evaluate((figures) => {
          const last = figures.querySelector('.app-stat:last-child');
          return figures.getBoundingClientRect().right - (last?.getBoundingClientRect().right ?? 0);
        });
        expect(unused, `${language}, ${at}`).toBeLessThan(2);
      },
    );
  }
});

test('the first figure at Home and its pace stand apart, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await scanAtDesk(page, ['LARGE-TEXT']);
  await goHome(page);
  await expect(page.locator('.app-stat__when')).toBeVisible();
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(
      page,
      [
        [320, '100%'],
        [360, '100%'],
        [390, '100%'],
        [390, '200%'],
        [1440, '100%'],
      ],
      async (at) => {
        const between = await page.locator('.app-stat--lead').evaluate((figure) => {
          const [value, pace] = ['.app-stat__value', '.app-stat__when'].map((part) => figure.querySelector(part));
          const range = document.createRange();
          // More scans than a test makes.
          if (value && Number(value.textContent) < 9) value.textContent = '1,234';
          range.selectNodeContents(value as Element);
          return (pace?.getBoundingClientRect().left ?? 0) - range.getBoundingClientRect().right;
        });
        expect(between, `${language}, ${at}`).toBeGreaterThan(4);
        expect(await wordsOutside(page, '.app-stat--lead > *'), `${language}, ${at}`).toEqual([]);
      },
    );
  }
});

test('names, reasons and times in Results are whole where the window is narrow or the text is large', async ({
  visit,
}) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await scanAtDesk(page, ['HL-2026-0011']);
  await page.goto('/results?search=HL-2026-0011');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  const sizes = [
    [320, '100%'],
    [390, '200%'],
    [1024, '100%'],
    [1024, '200%'],
    [1440, '150%'],
    [1440, '200%'],
  ] as const;
  await eachSize(page, sizes, async (at) => {
    await expect(page.getByRole('row', { name: /Already used/ }).first()).toBeAttached();
    expect(await wordsOutside(page, '.app-log :is(a, .app-log__why, .app-log__time time)'), at).toEqual([]);
    const why = await page.locator('.app-log__why').first().boundingBox();
    expect(why?.width, at).toBeGreaterThan(90);
  });
});

test('the outcome of a scan in Results is in one line, in every language', async ({ visit }) => {
  const { page } = await visit({
    path: '/results',
    signedIn: true,
    prepare: ({ context }) =>
      context.route('**/scantix/v0/scanner/scans/search', async (route) => {
        const response = await route.fetch();
        const { items, ...rest } = await response.json();
        const undone = { id: items[0].id, at: items[0].received_at, by: 'm.okafor' };
        await route.fulfill({
          response,
          json: {
            ...rest,
            items: items.map((item: object, index: number) => (index % 2 ? item : { ...item, undone })),
          },
        });
      }),
  });
  const outcomes = page.locator('.app-log__outcome > span');
  await expect(page.getByRole('row', { name: /Undone/ }).first()).toBeAttached();
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(
      page,
      [
        [1024, '100%'],
        [1180, '100%'],
        [1280, '100%'],
        [1440, '100%'],
        [1440, '150%'],
      ],
      async (at) => {
        const broken = await outcomes.evaluateAll((all) =>
          all.flatMap((word) => {
            const [{ top } = { top: 0 }, ...more] = word.getClientRects();
            const isBelow = top > (word.previousElementSibling?.getBoundingClientRect().bottom ?? 0);
            return isBelow || more.length > 0 ? [word.textContent] : [];
          }),
        );
        expect(broken, `${language}, ${at}`).toEqual([]);
      },
    );
  }
});

test('at 1,440 px Results cut no name and no place of the demo, and a title has what a narrower table cuts', async ({
  backend,
  visit,
}) => {
  const clerk = await signInByApi(backend.origin);
  await clerk.importTickets([{ barcode: 'LONG-NAME', holder: 'Alexandra Castellano' }]);
  await clerk.scan('LONG-NAME', Date.now());
  const { page } = await visit({ path: '/results', signedIn: true, viewport: { width: 1440, height: 900 } });
  const who = page.locator('.app-log__who').filter({ hasText: 'Alexandra Castellano' }).first();
  await expect(who).toHaveAttribute('title', 'Alexandra Castellano');
  const places = page.locator('.app-log__checkpoint').filter({ hasText: /^(Gate [ABC], |Backstage door$)/ });
  await expect(places.first()).toBeVisible();
  // Other tests scan longer codes, which stand in place of a name.
  for (const cell of [who, ...(await places.all())]) {
    const { text, isCut } = await cell.evaluate((cell) => ({
      text: cell.textContent,
      isCut: cell.scrollWidth > cell.clientWidth,
    }));
    expect(isCut, text).toBe(false);
  }
  await expect(page.locator('.app-log__checkpoint').first()).toHaveAttribute('title', /./);
});

test('the word of a verdict is in one line on Scan Result, whatever the size of the text', async ({ visit }) => {
  const { page } = await visit({ path: '/scan-result/LARGE-TEXT', signedIn: true });
  const word = page.locator('.app-verdict__word');
  await expect(word).toBeVisible();
  await showIn(page, 'de');
  await expect(word).toContainText('Abgelehnt');
  const sizes = [
    [320, '200%'],
    [390, '100%'],
    [390, '200%'],
    [1024, '100%'],
    [1024, '200%'],
    [1440, '200%'],
  ] as const;
  await eachSize(page, sizes, async (at) => {
    const lines = await word.evaluate((element) => {
      const range = document.createRange();
      range.selectNode(document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element);
      return range.getClientRects().length;
    });
    expect(lines, at).toBe(1);
  });
});

test('names, reasons and places of the last scans are whole at Home', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true });
  await scanAtDesk(page, ['LARGE-TEXT', 'HL-2026-0014', 'HL-2026-0016']);
  await goHome(page);
  await expect(page.getByText('LARGE-TEXT')).toBeVisible();
  await eachSize(
    page,
    [
      [320, '100%'],
      [390, '200%'],
      [820, '200%'],
      [1024, '100%'],
      [1440, '200%'],
    ],
    async (at) => {
      const words = '.app-last-scans :is(.stx-row__body > *, .stx-row__subtitle > *)';
      expect(await wordsOutside(page, words), at).toEqual([]);
    },
  );
});

test('a verdict has the width of its picture, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/scanner', signedIn: true, config: { FEATURE_FLAGS: EVERY_ROW } });
  await typeCode(page, 'HL-2026-0011');
  await expect(verdict(page, 'Refused')).toBeVisible();
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(
      page,
      [
        [320, '100%'],
        [390, '200%'],
        [600, '100%'],
        [820, '200%'],
        [1024, '100%'],
        [1024, '200%'],
        [1440, '200%'],
      ],
      async (at) => {
        const beyond = await page.locator('.app-verdict').evaluate((band) => band.scrollWidth - band.clientWidth);
        expect(beyond, `${language}, ${at}`).toBe(0);
      },
    );
  }
});

test('on Scan Result times are beside or below the words of the history, and buttons hold theirs', async ({
  visit,
}) => {
  const { page } = await visit({
    path: '/scan-result/HL-2026-0011',
    signedIn: true,
    config: { FEATURE_FLAGS: EVERY_ROW },
  });
  await expect(page.getByRole('region', { name: 'This code' }).getByRole('listitem').first()).toBeVisible();
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(
      page,
      [
        [320, '100%'],
        [320, '200%'],
        [390, '200%'],
        [1024, '100%'],
        [1024, '200%'],
      ],
      async (at) => {
        const over = await page.locator('.app-timeline > li, .stx-actions > *').evaluateAll((all) =>
          all.flatMap((element) => {
            const [words, time] = [...element.querySelectorAll('span, time')].map((part) =>
              part.getBoundingClientRect(),
            );
            const isCovered = words && time && words.right > time.left && words.bottom > time.top;
            return isCovered || element.scrollWidth > element.clientWidth ? [element.textContent] : [];
          }),
        );
        expect(over, `${language}, ${at}`).toEqual([]);
      },
    );
  }
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
    await eachSize(
      page,
      [
        [320, '100%'],
        [390, '100%'],
        [390, '200%'],
      ],
      async (at) => {
        const boxes = await axis.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().toJSON()));
        const gaps = boxes.slice(1).map(({ left }, index) => left - boxes[index].right);
        expect(Math.min(...gaps), `${from}, ${at}`).toBeGreaterThan(1);
        expect(await wordsOutside(page, '.app-plot__x'), `${from}, ${at}`).toEqual([]);
      },
    );
  }
});

test('the name of the button that copies a code is whole', async ({ visit }) => {
  const { page } = await visit({ path: '/scan-result/LARGE-TEXT', signedIn: true });
  await page.getByRole('button', { name: 'Copy the code' }).hover();
  const bubble = page.locator('.app-code .stx-tooltip__bubble');
  await expect(bubble).toBeVisible();
  expect(await wordsOutside(page, '.app-code .stx-tooltip__bubble')).toEqual([]);
});

test('the names of the buttons in the header are whole, in every language', async ({ visit }) => {
  const { page } = await visit({ path: '/', signedIn: true, config: { FEATURE_FLAGS: EVERY_ROW } });
  const bubbles = page.locator('.stx-header .stx-tooltip__bubble');
  await expect(bubbles).toHaveCount(3);
  for (const language of ['en', ...OTHER_LANGUAGES]) {
    await showIn(page, language);
    await eachSize(
      page,
      [
        [320, '200%'],
        [390, '100%'],
        [390, '200%'],
        [820, '200%'],
        [1440, '200%'],
      ],
      async (at) => {
        const outside = await bubbles.evaluateAll((all) => {
          return all.flatMap((bubble) => {
            for (const animation of bubble.getAnimations()) animation.finish();
            const { left, right } = bubble.getBoundingClientRect();
            return left < 0 || right > innerWidth ? [bubble.textContent] : [];
          });
        });
        expect(outside, `${language}, ${at}`).toEqual([]);
      },
    );
  }
});
