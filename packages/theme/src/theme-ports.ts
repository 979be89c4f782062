/** Stores the choice: the used part of `localStorage`. */
export type ThemeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Gets the class `dark`: the document element, or anything with a class list. */
export interface ThemeRoot {
  readonly classList: Pick<DOMTokenList, 'toggle'>;
}

/** The preference of the operating system: the used part of `matchMedia('(prefers-color-scheme: dark)')`. */
export interface SystemPreference {
  readonly matches: boolean;
  addEventListener(type: 'change', listener: () => void): void;
  removeEventListener(type: 'change', listener: () => void): void;
}

/** Raises `storage` events for choices in other tabs: `window`. */
export type StorageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
