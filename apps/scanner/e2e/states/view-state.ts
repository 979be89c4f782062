import { expect, type Locator, type Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import type { Visit, VisitOptions } from '../support/visit.ts';

/** One view of the product and its states. */
export interface View {
  readonly title: string;
  readonly states: readonly ViewState[];
}

/** One state of a view, and how the real app reaches it against the real backend. */
export interface ViewState {
  /** Names the picture and the test; unique within the view. */
  readonly name: string;
  /** What the picture shows. */
  readonly says: string;
  /** How the page is opened. */
  readonly visit: VisitOptions;
  /** Leads from the opened page to the state; resolves when all of it is on the screen. */
  readonly reach: (at: OpenedVisit) => Promise<unknown>;
  /** What the pictures show from the top on. @default where the view has been scrolled to */
  readonly shows?: (page: Page) => Locator;
  /** How long the view needs to adapt to another size, in milliseconds. @default 0 */
  readonly redrawMs?: number;
  /** The viewports of the pictures, instead of the three sizes. */
  readonly sizes?: Readonly<Record<string, { width: number; height: number }>>;
  /** What the browser reports on its console in this state. */
  readonly reported?: RegExp;
  /** Whether it shows where the app has not started, so that its language cannot be changed. @default false */
  readonly hasNoTranslator?: boolean;
  /** The aria snapshot of the view. */
  readonly aria?: string;
}

export interface OpenedVisit extends Visit {
  readonly backend: Backend;
}

/** The browser's report of a call that found no network. */
export const NO_NETWORK = /net::ERR_INTERNET_DISCONNECTED/;

/** The calls by which a device sends scans and fetches tickets. */
export const SCANS_AND_TICKETS = '**/{scantix/v0/scanner/scans,tickets/v0/snapshot**}';

/** Drops every call of a path. */
export function cut(path: string): NonNullable<VisitOptions['prepare']> {
  return ({ context }) => context.route(path, (route) => route.abort('internetdisconnected'));
}

/** Leaves every call of a path unanswered. */
export function hold(path: string): NonNullable<VisitOptions['prepare']> {
  return ({ context }) => context.route(path, () => new Promise<never>(() => {}));
}

/** Stops the timers of the page, countdowns included. */
export async function stopTheClock(page: Page): Promise<void> {
  // The time must still be in the future when the page receives it, which may take longer on a busy machine.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)).toPass();
}
