import type { Page } from '@playwright/test';

/** The separator of GS1 fields; keyboard wedges send it as Ctrl and a bracket. */
export const GS = '\u001d';

const CONTROL = 2;
const KEY_CODES: Readonly<Record<string, number>> = { Enter: 13, Tab: 9 };

/** Types as a keyboard wedge does: the timestamps of the keys are 8 ms apart, however busy the machine is. */
export async function burst(page: Page, text: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const startedAt = Date.now() / 1000;
  const press = (character: string, at: number) => {
    const timestamp = startedAt + at * 0.008;
    const key = character === GS ? ']' : character;
    const windowsVirtualKeyCode = KEY_CODES[key];
    const stroke = {
      key,
      code: windowsVirtualKeyCode ? key : `Key${key.toUpperCase()}`,
      timestamp,
      ...(windowsVirtualKeyCode && { windowsVirtualKeyCode }),
      ...(character === GS && { modifiers: CONTROL }),
    };
    const types = character !== GS && (key.length === 1 ? { text: key } : key === 'Enter' && { text: '\r' });
    return [
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, ...types }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke }),
    ];
  };
  await Promise.all([...text, end].flatMap(press));
  await devtools.detach();
}
