import { expandUpcE } from '../../src/cascade/retail-layouts.ts';
import { drawBarcode } from '../../src/testing/draw-barcode.ts';
import { createSeededRandom, type SeededRandom } from '../../src/testing/seeded-random.ts';
import { type Card, cardOfGrid, cardOfPhoto } from './card.ts';
import { conditionsOf, type Level, levels } from './conditions.ts';
import { listPhotos } from './photos.ts';
import { type Kind, kinds } from './session-kinds.ts';

/** A code that is held before the camera, from one second of the session to another. */
export interface Showing {
  readonly index: number;
  readonly kind: Kind;
  readonly level: Level;
  readonly source: 'drawn' | 'photograph';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The codes of a session and the cards that show them. */
export interface SessionPlan {
  readonly seed: number;
  readonly seconds: number;
  readonly showings: readonly Showing[];
  readonly cards: readonly Card[];
}

const leadSeconds = 2;
const shownSeconds = 2;

/**
 * Plans a session: every symbology at every level, once drawn and once photographed (drawn twice without photographs), in an
 * order that the seed shuffles, two seconds each with code-free gaps between them.
 */
export async function planSession(options: {
  readonly seed: number;
  readonly corpus: string | undefined;
  readonly kinds?: number;
}): Promise<SessionPlan> {
  const random = createSeededRandom(options.seed);
  const wanted = kinds
    .slice(0, options.kinds)
    .flatMap((kind) => levels.flatMap((level) => [0, 1].map((copy) => ({ kind, level, copy }))));
  const order = shuffle(wanted, random);
  const photos = options.corpus === undefined ? null : await listPhotos(options.corpus);
  const showings: Showing[] = [];
  const cards: Card[] = [];
  let at = leadSeconds;
  for (const { kind, level, copy } of order) {
    const photo = copy === 1 ? photos?.take(kind, random) : undefined;
    const text = photo?.text ?? drawnText(kind, random);
    const { pixelsPerModule, photoScale } = conditionsOf[level];
    cards.push(
      photo
        ? await cardOfPhoto(photo.file, photoScale)
        : await cardOfGrid(await drawBarcode(kind, text), pixelsPerModule),
    );
    const source = photo ? 'photograph' : 'drawn';
    showings.push({ index: showings.length, kind, level, source, text, from: at, to: at + shownSeconds });
    at += shownSeconds + random.between(0.5, 0.9);
  }
  return { seed: options.seed, seconds: at, showings, cards };
}

function shuffle<Item>(items: readonly Item[], random: SeededRandom): Item[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function drawnText(kind: Kind, random: SeededRandom): string {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random.next() * 10)).join('');
  switch (kind) {
    case 'ean_13':
      return withCheckDigit(`4${digits(11)}`);
    case 'ean_8':
      return withCheckDigit(digits(7));
    case 'upc_a':
      return withCheckDigit(`0${digits(10)}`);
    case 'upc_e': {
      const short = `0${digits(5)}${Math.floor(random.between(5, 10))}`;
      return `${short}${withCheckDigit(expandUpcE(`${short}0`).slice(0, -1)).slice(-1)}`;
    }
    default:
      return `TICKET-${digits(8)}`;
  }
}

function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Whether `read` is the text of the code: readers spell retail codes in 8, 12 or 13 digits. */
export function saysTheSame({ kind, text }: Showing, read: string): boolean {
  const retail = kind === 'ean_13' || kind === 'ean_8' || kind === 'upc_a' || kind === 'upc_e';
  const spelled = (digits: string) =>
    (kind === 'upc_e' && digits.length === 8 ? expandUpcE(digits) : digits).padStart(13, '0');
  return retail ? spelled(text) === spelled(read) : text === read;
}
