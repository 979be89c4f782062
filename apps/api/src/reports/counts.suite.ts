import { countScans, listScans } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { expectValue, type SignedIn } from '../testing/start-test-server.ts';

/** The counts on the chips of Results. */
export function describeCounts(context: () => { clerk: SignedIn; period: () => { from: string; to: string } }): void {
  const counts = async (query = {}) =>
    expectValue(
      await context().clerk.api.call(countScans, { body: { ...context().period(), this_device: 'other', ...query } }),
    );

  test('the counts of the chips are those of the scans that every other filter lets through', async () => {
    const outcomes = { accepted: 5, attention: 0, refused: 2, undecided: 0 };
    const all = { complete: true, all: 7, outcomes, conflicts: 0, this_device: 1 };
    expect(await counts()).toEqual(all);
    // A pressed chip keeps its number and changes those of the others.
    expect(await counts({ outcome: 'accepted' })).toEqual({ ...all, this_device: 0 });
    expect(await counts({ device_id: 'other' })).toEqual({
      ...all,
      outcomes: { ...outcomes, accepted: 0, refused: 1 },
    });
    expect(await counts({ conflict: 'open' })).toEqual({
      ...all,
      outcomes: { ...outcomes, accepted: 0, refused: 0 },
      this_device: 0,
    });
  });

  test('the counts of the chips honour the search and the other fields', async () => {
    expect(await counts({ search: 'nobody' })).toMatchObject({ all: 1, outcomes: { refused: 1 } });
    expect(await counts({ mode: 'exit' })).toMatchObject({ all: 1, outcomes: { accepted: 1 } });
  });

  test('the counts of the chips are those that Results lists', async () => {
    for (const filters of [{ outcome: 'refused' }, { outcome: 'accepted', conflict: 'none' }] as const) {
      const listed = expectValue(
        await context().clerk.api.call(listScans, { body: { ...context().period(), ...filters, limit: '200' } }),
      );
      expect((await counts(filters)).outcomes[filters.outcome]).toBe(listed.items.length);
    }
  });
}
