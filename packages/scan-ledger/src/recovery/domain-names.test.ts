import { describe, expect, test } from 'vitest';
import { moved, nameDomain } from './domain-names.ts';

const known = (names: Record<string, string>, moves: { from: string; to: string }[] = []) => ({ names, moves });

describe('a domain whose clerk signs in', () => {
  test('is remembered by its id; the same name again changes nothing', () => {
    expect(nameDomain(null, 'x', 'north')).toEqual(known({ x: 'north' }));
    expect(nameDomain(known({ x: 'north' }), 'x', 'north')).toBeNull();
  });

  test('moves what is kept under its old name', () => {
    expect(nameDomain(known({ x: 'north' }), 'x', 'pier')).toEqual(
      known({ x: 'pier' }, [{ from: 'north', to: 'pier' }]),
    );
  });

  test('of a database that was made anew keeps what waits under the same name', () => {
    expect(nameDomain(known({ x: 'north' }), 'z', 'north')).toEqual(known({ x: 'north', z: 'north' }));
  });

  test('that has exchanged its name with another leaves the rows of that one alone', () => {
    const first = nameDomain(known({ x: 'north', y: 'south' }), 'x', 'south');
    expect(first).toEqual(
      known({ x: 'south', y: 'south (y)' }, [
        { from: 'south', to: 'south (y)' },
        { from: 'north', to: 'south' },
      ]),
    );
    expect(nameDomain(known(first?.names ?? {}), 'y', 'north')).toEqual(
      known({ x: 'south', y: 'north' }, [{ from: 'south (y)', to: 'north' }]),
    );
  });
});

test('a move that is done leaves the list once', () => {
  const moves = [
    { from: 'a', to: 'b' },
    { from: 'c', to: 'd' },
  ];
  expect(moved(known({}, moves), { from: 'a', to: 'b' })?.moves).toEqual([{ from: 'c', to: 'd' }]);
  expect(moved(known({}, moves), { from: 'c', to: 'd' })).toBeNull();
  expect(moved(null, { from: 'a', to: 'b' })).toBeNull();
});
