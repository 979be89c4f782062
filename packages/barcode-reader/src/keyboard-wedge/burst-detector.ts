/** A key going down, as the browser reports it. */
export type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'getModifierState' | 'isComposing' | 'repeat' | 'timeStamp'
>;

/** One code as a hardware scanner typed it. */
export interface Burst {
  /** The code; `null` where the burst held keys that stand for no character, or Caps Lock has changed its letters. */
  readonly text: string | null;
  /** Number of characters, those that stand for none left out. */
  readonly length: number;
  /** The longest time between two of its keys, in milliseconds. */
  readonly slowestGapMs: number;
}

/**
 * What a keystroke means: `pass` it on; it may be the `first` of a burst or one `more` of it, and is passed on too;
 * `hold` it back; or it `ends` a burst and is held back.
 */
export type BurstStep = { readonly step: 'pass' | 'first' | 'more' | 'hold' } | { readonly step: 'ends'; burst: Burst };

/** The longest time between two keys of a burst. */
const LONGEST_GAP_MS = 50;
const FEWEST_CHARACTERS = 4;
const modifiers = new Set(['Shift', 'AltGraph', 'Control', 'Alt', 'CapsLock', 'NumLock']);
const pass = { step: 'pass' } as const;

/**
 * Creates a detector that separates the bursts of a keyboard-wedge scanner from a person's typing: nobody types four
 * characters and Enter with at most 50 ms between any two of them. Nothing is certain before the last key, so
 * characters pass.
 */
export function createBurstDetector() {
  let text = '';
  let isReadable = true;
  let strokes = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  let slowestGapMs = 0;
  let hasEnded = false;

  function startOver(): void {
    text = '';
    isReadable = true;
    strokes = 0;
    slowestGapMs = 0;
    hasEnded = false;
  }

  /** With a key that stands for no character, those before it and behind it are an incomplete code. */
  function spoil(): typeof pass {
    isReadable = false;
    return pass;
  }

  return {
    /** Classifies the next keystroke. */
    press(stroke: Keystroke): BurstStep {
      const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing, repeat, timeStamp } = stroke;
      // Some systems report third-level characters (`@` on many layouts) with Ctrl and Alt.
      const altGraph = stroke.getModifierState('AltGraph');
      const gapMs = timeStamp - lastMs;
      lastMs = timeStamp;
      if (gapMs > LONGEST_GAP_MS) startOver();
      else if (text !== '') slowestGapMs = Math.max(slowestGapMs, gapMs);

      const isCharacter = Array.from(key).length === 1;
      if (isComposing || (repeat && isCharacter)) return spoil();
      // The trigger of a scanner may be a key, too, which somebody holds down.
      if (repeat || modifiers.has(key)) return pass;
      const isEnd = key === 'Enter' || key === 'Tab';
      // Many scanners end a code with two keys, such as CR and LF. Some send LF as Ctrl and J.
      if (hasEnded && text === '' && (isEnd || (ctrlKey && key.toLowerCase() === 'j'))) return { step: 'hold' };
      if (isEnd) {
        const length = text.length;
        const isBurst = strokes >= FEWEST_CHARACTERS;
        const burst = { text: isReadable ? text : null, length, slowestGapMs };
        startOver();
        hasEnded = isBurst && !ctrlKey && !metaKey;
        return hasEnded ? { step: 'ends', burst } : pass;
      }
      const isControl = ctrlKey && !altKey && !altGraph;
      // A prefix that some scanners send in front of the code, or their trigger.
      if (text === '' && (isControl || /^(F\d+|Escape|Unidentified)$/.test(key))) return pass;
      strokes += 1;
      if (!isCharacter) return spoil();
      if (isControl) {
        // Scanners send control characters (GS in GS1 codes) as Ctrl and a letter; a person is not that fast.
        if (text.length < 2 || !/^[@-_a-z]$/.test(key)) return spoil();
        text += String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f);
        return { step: 'hold' };
      }
      // Alt with a digit or letter is a shortcut or part of an Alt code; with any other key it is a third-level character.
      if (metaKey || (altKey && !altGraph && /^[a-z\d]$/i.test(key))) return spoil();
      // Only Caps Lock makes a small letter of a key with Shift. Most scanners do not allow for it.
      if (shiftKey && /[a-z]/.test(key)) isReadable = false;
      text += key;
      return { step: text.length === key.length ? 'first' : 'more' };
    },
  };
}
