import { expect, test } from 'vitest';
import { createScriptedDatabase } from '../testing/scripted-database.ts';
import { findScans } from './find-scans.ts';
import { selectScans } from './scan-record.ts';

const DAY_MS = 86_400_000;
const TODAY = Date.UTC(2026, 10, 21, 9);
const daysAgo = (days: number) => new Date(TODAY - days * DAY_MS);

/** Searches a log that has a scan of each of these ages, in days. Resolves with what is found and the windows' limits. */
async function find(ages: readonly number[], { limit, until }: { limit: number; until?: Date }) {
  const limits: unknown[] = [];
  const db = createScriptedDatabase((sql, parameters) => {
    if (sql.includes('min("received_at") as "oldest"')) {
      const [newest, oldest] = [ages[0], ages.at(-1)].map((age) => (age === undefined ? null : daysAgo(age)));
      return [{ oldest, newest }];
    }
    const [from, before] = parameters.filter((value) => value instanceof Date) as [Date, Date];
    const most = parameters.at(-1) as number;
    limits.push(most);
    const within = ages.filter((age) => from <= daysAgo(age) && daysAgo(age) < before);
    return within.slice(0, most).map((age) => ({ id: `${age}` }));
  });
  return { found: await findScans(db, selectScans(db, 'north'), { domainId: 'north', limit, until }), limits };
}

test('a search reads as much of the log as its page needs', async () => {
  expect(await find([0, 0, 1, 3, 40, 700], { limit: 2 })).toEqual({ found: ['0', '0'], limits: [2] });
  expect(await find([0, 0, 1, 3, 40, 700], { limit: 3 })).toEqual({ found: ['0', '0', '1'], limits: [3, 1] });
});

test('it reads to the oldest scan for a page that is not full, and no further', async () => {
  expect(await find([0, 2, 40, 700], { limit: 9 })).toEqual({ found: ['0', '2', '40', '700'], limits: [9, 8, 7, 6] });
  expect(await find([0, 2], { limit: 9 })).toEqual({ found: ['0', '2'], limits: [9, 8] });
  expect(await find([], { limit: 9 })).toEqual({ found: [], limits: [] });
});

test('a later page begins on the day of its cursor, and none beyond the newest scan', async () => {
  const ages = [0, 20, 100, 101];
  expect(await find(ages, { limit: 1, until: daysAgo(100) })).toEqual({ found: ['100'], limits: [1] });
  expect(await find(ages, { limit: 1, until: daysAgo(-900) })).toEqual({ found: ['0'], limits: [1] });
});
