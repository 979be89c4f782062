import { expect, test } from 'vitest';
import { formatFilters, readFilters } from './filter-parameters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('every filter survives the address', () => {
  const filters = {
    outcome: 'refused',
    reason: 'already_used',
    mode: 'exit',
    checkpoint_id: '01a1fc4f-66db-7413-888b-aaf9e3b59103',
    clerk: 'm.okafor',
    device_id: '1111111111111111.gate-a',
    from: '2026-11-21T09:41:07.123Z',
    to: '2026-11-22T09:41:07.123Z',
    conflict: 'open',
    undone: 'true',
    search: 'Zoë & 100 %',
    sync: 'quarantined',
  } as const;
  expect(read(String(new URLSearchParams(formatFilters(filters))))).toEqual(filters);
});

test('what is no filter or none of its values is left out', () => {
  expect(read('outcome=splendid&from=yesterday&cursor=x&sync=sent&mode=check&search=')).toEqual({ mode: 'check' });
});
