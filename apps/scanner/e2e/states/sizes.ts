import { PHONE } from '../support/browser.ts';

/** The viewports of the pictures. */
export const SIZES = {
  phone: PHONE,
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

export const THEMES = ['light', 'dark'] as const;
