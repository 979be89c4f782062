import { expect } from '@playwright/test';
import type { DEMO_CLERK } from '../support/clerk.ts';
import { LATE_FINGERPRINT } from '../support/signed-in.ts';
import type { EngineWindow } from './engine.ts';

/** What a person does in a window. Each call waits until that is possible. */
export interface Visitor {
  signIn(clerk: typeof DEMO_CLERK): Promise<void>;
  /** Clicks a link, a button or a field by its accessible name. */
  click(name: string): Promise<void>;
  type(field: string, text: string): Promise<void>;
  /** Waits until the page shows a text. */
  sees(text: string | RegExp): Promise<void>;
  /** Errors and warnings of the page since it was loaded: of its console, uncaught, and of its policies. */
  troubles(): Promise<readonly string[]>;
}

const WATCH = `
  const troubles = (globalThis.troubles = []);
  for (const level of ['error', 'warn']) console[level] = (...parts) => troubles.push(level + ': ' + parts.map(String).join(' '));
  addEventListener('error', ({ message }) => troubles.push('uncaught: ' + message));
  addEventListener('unhandledrejection', ({ reason }) => troubles.push('unhandled: ' + reason));
  addEventListener('securitypolicyviolation', (event) => troubles.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
`;

/** Enough of the rules for accessible names for this app. */
const centreOf = (name: string) => `
  const nameOf = (element) => element.ariaLabel ?? [...(element.labels ?? []), element].map(({ textContent }) => textContent).find(Boolean) ?? '';
  const element = [...document.querySelectorAll('a, button, input, select')].find(
    (each) => each.checkVisibility() && !each.disabled && nameOf(each).trim() === ${JSON.stringify(name)},
  );
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
`;

export function createVisitor(window: EngineWindow): Visitor {
  const visitor: Visitor = {
    async signIn({ username, password }) {
      await visitor.sees('Sign In');
      await window.run(WATCH);
      await visitor.type('Username', username);
      await visitor.type('Password', password);
      await visitor.click('Sign In');
      await visitor.sees('Last scans');
    },
    async click(name) {
      const centre = () => window.run<[number, number] | null>(centreOf(name));
      await expect.poll(centre, `“${name}” is there`).not.toBeNull();
      const [x, y] = (await centre()) ?? [0, 0];
      await window.clickAt(x, y);
    },
    async type(field, text) {
      await visitor.click(field);
      await window.press(text);
      // WebKit's driver answers before the last key has arrived.
      await expect.poll(() => window.run('return document.activeElement.value')).toBe(text);
    },
    async sees(text) {
      const shown = expect.poll(() => window.run<string>('return document.body.innerText'));
      await (typeof text === 'string' ? shown.toContain(text) : shown.toMatch(text));
    },
    async troubles() {
      const troubles = await window.run<string[]>('return globalThis.troubles ?? []');
      return troubles.filter((trouble) => !LATE_FINGERPRINT.test(trouble));
    },
  };
  return visitor;
}
