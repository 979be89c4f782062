import { useI18n } from '../hooks/use-i18n.ts';
import type { VerdictLook } from './verdict-look.ts';
import { LOOK_WORDS } from './verdict-words.ts';

const CIRCLE = 'M16 1.5a14.5 14.5 0 1 1 0 29a14.5 14.5 0 1 1 0-29z';

/** The shape of each look on a grid of 32, distinct without colour: circle, triangle, octagon, cloud, square. */
const SHAPES: Record<VerdictLook, { outline: string; glyph: string }> = {
  repeat: {
    outline:
      'M7 1.5h18a5.5 5.5 0 0 1 5.5 5.5v18a5.5 5.5 0 0 1-5.5 5.5h-18a5.5 5.5 0 0 1-5.5-5.5v-18a5.5 5.5 0 0 1 5.5-5.5z',
    glyph: 'M9 12h13m-3.6-4l4 4-4 4M23 20.5h-13m3.6-4l-4 4 4 4',
  },
  check: { outline: CIRCLE, glyph: 'M6.5 16c5-8 14-8 19 0c-5 8-14 8-19 0zM16 15.8v.4' },
  undone: { outline: CIRCLE, glyph: 'M12.5 9.5l-4 4 4 4M9 13.5h9a4.75 4.75 0 0 1 0 9.5h-4' },
  accepted: { outline: CIRCLE, glyph: 'M9.8 16.6l4.3 4.3 8.3-9.2' },
  attention: {
    outline: 'M13.8 3.6a2.6 2.6 0 0 1 4.4 0L30.6 25.6a2.6 2.6 0 0 1-2.2 3.9H3.6a2.6 2.6 0 0 1-2.2-3.9z',
    glyph: 'M16 11.5v7.2M16 24v.01',
  },
  refused: {
    outline: 'M10.2 1.5h11.6l8.7 8.7v11.6l-8.7 8.7H10.2l-8.7-8.7V10.2z',
    glyph: 'M11 11l10 10M21 11L11 21',
  },
  undecided: {
    outline: 'M8.6 27.5a7.4 7.4 0 0 1-1.3-14.7A9.6 9.6 0 0 1 24.4 11.9a7.9 7.9 0 0 1-1.2 15.6z',
    glyph: 'M12.4 23v-7.6m-2.7 2.7l2.7-2.7 2.7 2.7M19.8 15.4V23m-2.7-2.7l2.7 2.7 2.7-2.7',
  },
};

/** The shape of a look, most often that of an outcome. It has an accessible name unless a word is beside it (`decorative`). */
export function VerdictIcon({ outcome, decorative = false }: { outcome: VerdictLook; decorative?: boolean }) {
  const i18n = useI18n();
  const { outline, glyph } = SHAPES[outcome];
  return (
    <svg
      className={`app-verdict-icon app-verdict-icon--${outcome}`}
      viewBox="0 0 32 32"
      role="img"
      aria-label={i18n.t(LOOK_WORDS[outcome])}
      aria-hidden={decorative}
    >
      <path className="app-verdict-icon__shape" d={outline} />
      <path className="app-verdict-icon__glyph" d={glyph} />
    </svg>
  );
}
