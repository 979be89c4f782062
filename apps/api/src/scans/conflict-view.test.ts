import { expect, test } from 'vitest';
import { conflictView } from './conflict-view.ts';

const OPEN = { id: 'c', kind: 'already_used', with_scan_id: null, acknowledged_at: null, acknowledged_by: null };

test('an open conflict with no other scan says only what it is', () => {
  expect(conflictView(OPEN)).toStrictEqual({ id: 'c', kind: 'already_used' });
});

test('a settled conflict says when and by whom, and names the other scan', () => {
  const settled = { with_scan_id: 's', acknowledged_at: new Date(Date.UTC(2026, 10, 21)), acknowledged_by: 'ada' };
  expect(conflictView({ ...OPEN, ...settled })).toStrictEqual({
    ...{ id: 'c', kind: 'already_used', with_scan_id: 's' },
    ...{ acknowledged_at: '2026-11-21T00:00:00.000Z', acknowledged_by: 'ada' },
  });
});
