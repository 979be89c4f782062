import { addScans, EMPTY_LOG, type GroupedLog } from './grouped-log.ts';
import type { LoggedScan } from './logged-scan.ts';

/**
 * Creates a function that groups a growing list of pages: a list that continues the previous one costs only its further
 * pages.
 * @param scansOf returns the scans of a page
 */
export function createLogGrouper<Page>(scansOf: (page: Page) => readonly LoggedScan[]) {
  let done: readonly Page[] = [];
  let log = EMPTY_LOG;
  return (pages: readonly Page[]): GroupedLog => {
    if (done.length > pages.length || done.some((page, index) => page !== pages[index])) {
      done = [];
      log = EMPTY_LOG;
    }
    if (pages.length > done.length) log = addScans(log, pages.slice(done.length).flatMap(scansOf));
    done = pages;
    return log;
  };
}
