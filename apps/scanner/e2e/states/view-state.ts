import type { Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import type { Visit, VisitOptions } from '../support/visit.ts';

/** One view of the product and the states in which clerks meet it. */
export interface View {
  readonly title: string;
  readonly states: readonly ViewState[];
}

/** One state of a view, and how to get there in the real app against the real backend. */
export interface ViewState {
  /** Names its picture and its test; unique within its view. */
  readonly name: string;
  /** What is to be seen. */
  readonly says: string;
  /** How the page is opened. */
  readonly visit: VisitOptions;
  /** From the opened page to the state; over when all of it is on the screen. */
  readonly reach: (at: OpenedVisit) => Promise<unknown>;
  /** How long it takes to stand right in another size. @default 0 */
  readonly redrawMs?: number;
  /** What the browser itself has to report on its console. */
  readonly reported?: RegExp;
  /** What assistive technology is given, as an aria snapshot of the view. */
  readonly aria?: string;
}

export interface OpenedVisit extends Visit {
  readonly backend: Backend;
}

/** The browser's report of a call that found no network. */
export const NO_NETWORK = /net::ERR_INTERNET_DISCONNECTED/;

/** What a device decides and sends scans with. */
export const SCANS_AND_TICKETS = '**/{scantix/v0/scanner/scans,tickets/v0/snapshot**}';

/** A path that the network drops from the beginning. */
export function cut(path: string): NonNullable<VisitOptions['prepare']> {
  return ({ context }) => context.route(path, (route) => route.abort('internetdisconnected'));
}

/** A path that the network never answers. */
export function hold(path: string): NonNullable<VisitOptions['prepare']> {
  return ({ context }) => context.route(path, () => new Promise<never>(() => {}));
}

/** From now on no timer of the page fires, and what counts down stands still. */
export async function stopTheClock(page: Page): Promise<void> {
  // The moment must still lie ahead when the page hears of it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
}
