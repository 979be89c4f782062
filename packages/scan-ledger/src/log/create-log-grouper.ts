import { addScans, EMPTY_LOG, type GroupedLog, type StartOfDay } from './grouped-log.ts';
import type { LoggedScan } from './logged-scan.ts';

/**
 * Creates a function that groups a growing list of pages: a list that continues the previous one costs only its further
 * pages.
 * @param scansOf returns the scans of a page
 * @param startOfDay where days begin @default at the device's midnight
 */
export function createLogGrouper<Page>(scansOf: (page: Page) => readonly LoggedScan[], startOfDay?: StartOfDay) {
  let done: readonly Page[] = [];
  let log = EMPTY_LOG;
  return (pages: readonly Page[]): GroupedLog => {
    if (done.length > pages.length || done.some((page, index) => page !== pages[index])) {
      done = [];
      log = EMPTY_LOG;
    }
    if (pages.length > done.length) log = addScans(log, pages.slice(done.length).flatMap(scansOf), startOfDay);
    done = pages;
    return log;
  };
}
