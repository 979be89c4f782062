import type { Page } from '@playwright/test';

/** What a verdict on the screen offers to the eye. */
export interface VerdictSurface {
  /** Whether it is the ribbon of a stream, which is no more than a note. */
  readonly isRibbon: boolean;
  /** The word of the outcome. */
  readonly word: string;
  readonly fill: string;
  readonly text: string;
  /** The lowest contrast of any text on the fill. */
  readonly contrast: number;
  /** The height of the word's capitals, in CSS pixels. */
  readonly capitals: number;
}

/** CSS pixels an inch on the phones and tablets that gates use. */
const PIXELS_AN_INCH = 160;
const MM_AN_INCH = 25.4;

/** The angle under which a height in CSS pixels is seen, in minutes of arc. */
export function arcMinutes(pixels: number, distanceMm: number): number {
  const millimetres = (pixels / PIXELS_AN_INCH) * MM_AN_INCH;
  return (2 * Math.atan(millimetres / 2 / distanceMm) * 180 * 60) / Math.PI;
}

/** Measures the verdict that is on the screen; `null` without one. */
export function verdictSurface(page: Page): Promise<VerdictSurface | null> {
  return page.evaluate(() => {
    const surface = document.querySelector('.app-verdict, .app-ribbon');
    const word = surface?.querySelector('.app-verdict__word, .app-ribbon__word');
    if (!surface || !word) return null;
    const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = numbers(color).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const isSeeThrough = (color: string) => (numbers(color)[3] ?? 1) === 0;
    const groundOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return isSeeThrough(backgroundColor) ? groundOf(element.parentElement) : backgroundColor;
    };
    const texts = [...surface.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    const style = getComputedStyle(word);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return null;
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return {
      isRibbon: surface.matches('.app-ribbon'),
      word: word.textContent.trim(),
      fill: groundOf(surface),
      text: style.color,
      contrast: Math.min(...texts.map((text) => contrast(getComputedStyle(text).color, groundOf(text)))),
      capitals: canvas.measureText('H').actualBoundingBoxAscent,
    };
  });
}
