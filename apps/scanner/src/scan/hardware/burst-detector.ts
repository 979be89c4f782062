/** A key going down, as the browser tells it. */
export type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'repeat' | 'timeStamp'
> & {
  /** Third-level characters (`@` on many layouts) come with Ctrl and Alt down on some systems. */
  readonly altGraph: boolean;
};

/** What a scanner has typed. */
export interface Burst {
  /** The code; `null` where keys came along that stand for no character. */
  readonly text: string | null;
  readonly length: number;
  /** The longest time between two of its keys, in milliseconds. */
  readonly slowestGapMs: number;
}

/**
 * What a keystroke means: `pass` it on; it may be the `first` of a burst or one `more` of it, and is passed on too;
 * `hold` it back; or it `ends` a burst and is held back.
 */
export type BurstStep = { readonly step: 'pass' | 'first' | 'more' | 'hold' } | { readonly step: 'ends'; burst: Burst };

export interface BurstOptions {
  /** @default 50 */
  readonly longestGapMs?: number;
  /** @default 4 */
  readonly fewestCharacters?: number;
}

const MODIFIERS = new Set(['Shift', 'AltGraph', 'Control', 'Alt', 'CapsLock', 'NumLock']);
const PASS = { step: 'pass' } as const;

/**
 * Tells the bursts of a keyboard-wedge scanner from a person: nobody types four characters and Enter with at most
 * 50 ms between any two of them. Until the end is there nothing is certain, so characters pass.
 */
export function createBurstDetector({ longestGapMs = 50, fewestCharacters = 4 }: BurstOptions = {}) {
  let text = '';
  let readable = true;
  let lastMs = Number.NEGATIVE_INFINITY;
  let slowestGapMs = 0;

  function startOver(): void {
    text = '';
    readable = true;
    slowestGapMs = 0;
  }

  /** A key that is no part of a code: what came before it is not a whole code any more. */
  function spoil(): typeof PASS {
    if (text !== '') readable = false;
    return PASS;
  }

  return {
    press(stroke: Keystroke): BurstStep {
      const { key, altKey, ctrlKey, metaKey, altGraph, isComposing, repeat, timeStamp } = stroke;
      const gapMs = timeStamp - lastMs;
      lastMs = timeStamp;
      if (gapMs > longestGapMs) startOver();
      else if (text !== '') slowestGapMs = Math.max(slowestGapMs, gapMs);

      if (repeat || isComposing) {
        startOver();
        return PASS;
      }
      if (MODIFIERS.has(key)) return PASS;
      if (key === 'Enter' || key === 'Tab') {
        const length = text.length;
        const burst = { text: readable ? text : null, length, slowestGapMs };
        startOver();
        return length >= fewestCharacters && !ctrlKey && !metaKey ? { step: 'ends', burst } : PASS;
      }
      if (Array.from(key).length !== 1) return spoil();
      if (ctrlKey && !altKey && !altGraph) {
        // Scanners send control characters (GS in GS1 codes) as Ctrl and a letter; a person is not that fast.
        if (text.length < 2 || !/^[@-_a-z]$/.test(key)) return spoil();
        text += String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f);
        return { step: 'hold' };
      }
      // Alt with a digit or letter is a shortcut or a part of a numbered character; with anything else, a third level.
      if (metaKey || (altKey && !altGraph && /^[a-z\d]$/i.test(key))) return spoil();
      text += key;
      return { step: text.length === key.length ? 'first' : 'more' };
    },
  };
}
