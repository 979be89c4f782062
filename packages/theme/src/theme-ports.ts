/** Where the choice is kept: the calls of `localStorage` that are used. */
export type ThemeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What carries the class `dark`: the document element, or anything with a class list. */
export interface ThemeRoot {
  readonly classList: Pick<DOMTokenList, 'toggle'>;
}

/** What the operating system prefers: the part of `matchMedia('(prefers-color-scheme: dark)')` that is used. */
export interface SystemPreference {
  readonly matches: boolean;
  addEventListener(type: 'change', listener: () => void): void;
  removeEventListener(type: 'change', listener: () => void): void;
}

/** What tells of a choice made in another tab: `window` and its `storage` event. */
export type StorageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
