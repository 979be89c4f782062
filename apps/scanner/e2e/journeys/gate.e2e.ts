import { join } from 'node:path';
import type { ImportRow } from '@scantix/api-contract';
import type { DrawableSymbology } from '@scantix/barcode-reader/testing';
import { signInByApi } from '../support/api-clerk.ts';
import { OTHER_CLERK, openScanner, type verdict } from '../support/clerk.ts';
import { openLiveCamera } from '../support/live-camera.ts';
import { expect, test } from '../support/test.ts';
import { watchVerdicts } from '../support/watch-verdicts.ts';

/** `GATE_CODES=1000` runs a whole evening. */
const CODES = Number(process.env.GATE_CODES ?? 100);
/** After this many verdicts the clerk presses Next; until then the verdicts close by themselves. */
const CLOSING_BY_THEMSELVES = 10;

const KINDS: readonly DrawableSymbology[] = ['qr_code', 'code_128', 'aztec', 'pdf417', 'data_matrix'];

interface Expectation {
  readonly word: Parameters<typeof verdict>[1];
  readonly says: string;
  /** What the imported ticket adds to its code and holder; `null`: there is no ticket. */
  readonly row: Readonly<Record<string, string>> | null;
}

/** Of ten visitors one has a note, one has a cancelled ticket and one has no ticket. */
const EXPECTATIONS: Readonly<Record<number, Expectation>> = {
  3: { word: 'Refused', says: 'Cancelled', row: { status: 'cancelled' } },
  6: { word: 'Attention', says: 'Show the way to the ramp', row: { note: 'Show the way to the ramp' } },
  9: { word: 'Refused', says: 'Not a ticket for this event', row: null },
};

function visitor(number: number) {
  const code = `GATE-${String(number).padStart(4, '0')}-${(number * 7919 + 13).toString(36)}`;
  const holder = `Visitor ${number}`;
  const { word, says, row } = EXPECTATIONS[number % 10] ?? { word: 'Accepted', says: holder, row: {} };
  const ticket = row && ({ barcode: code, holder, ...row } as ImportRow);
  return { code, symbology: KINDS[number % KINDS.length] ?? 'qr_code', word, says, ticket };
}

test(`a clerk at a gate takes ${CODES} codes in a row by camera: each has its verdict and is on the server once`, async ({
  backend,
  folder,
  open,
}) => {
  test.setTimeout(120_000 + CODES * 4_000);
  const visitors = Array.from({ length: CODES }, (_, number) => visitor(number));
  const office = await signInByApi(backend.origin, OTHER_CLERK);
  await office.importTickets(visitors.flatMap(({ ticket }) => ticket ?? []));
  const camera = await openLiveCamera(join(folder, 'gate.y4m'), { frames: 2 });
  const { page } = await open({ clip: camera.path, signedIn: true, clerk: OTHER_CLERK });
  await openScanner(page);

  const verdicts = await watchVerdicts(page);
  const goOn = page.getByRole('button', { name: 'Next' });
  for (const [number, { code, symbology, word, says }] of visitors.entries()) {
    if (number === CLOSING_BY_THEMSELVES) {
      await page.getByRole('link', { name: 'Settings' }).first().click();
      await page.getByRole('combobox', { name: 'Accepted' }).selectOption({ label: 'Until a tap' });
      await openScanner(page);
    }
    await camera.show({ symbology, text: code, size: 0.8 });
    const shown = await verdicts.next();
    expect(shown.path).toBe(`/scan-result/${code}`);
    expect(shown.text).toMatch(new RegExp(`^${word}.*${says}`));
    // The visitor leaves; the next one has not arrived.
    await camera.clear();
    if (word !== 'Accepted' || number >= CLOSING_BY_THEMSELVES) await goOn.click();
    await page.waitForURL(/\/scanner$/);
  }

  const codes = visitors.map(({ code }) => code);
  await expect.poll(async () => (await office.records('GATE-')).length).toBe(CODES);
  const records = await office.records('GATE-');
  expect(records.map(({ barcode }) => barcode).sort()).toEqual(codes);
  expect(new Set(records.map(({ scan_method }) => scan_method))).toEqual(new Set(['camera']));
  const words = { accepted: 'Accepted', attention: 'Attention', refused: 'Refused', undecided: 'Undecided' };
  const recordedWords = new Map(records.map(({ barcode, verdict }) => [barcode, words[verdict.outcome]]));
  expect(visitors.map(({ code }) => recordedWords.get(code))).toEqual(visitors.map(({ word }) => word));
});
