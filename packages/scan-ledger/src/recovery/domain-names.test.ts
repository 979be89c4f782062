import { describe, expect, test } from 'vitest';
import { moved, nameDomain } from './domain-names.ts';

const known = (names: Record<string, string>, moves: { from: string; to: string }[] = []) => ({ names, moves });

const seen = (id: string, name: string, epoch?: string) => ({ id, name, epoch, firstId: '7' });

describe('a domain whose clerk signs in', () => {
  test('is remembered by its id; the same name again changes nothing', () => {
    expect(nameDomain(null, seen('x', 'north'))).toEqual({ ...known({ x: 'north' }), epochs: {} });
    expect(nameDomain(known({ x: 'north' }), seen('x', 'north'))).toBeNull();
    const named = { ...known({ x: 'north' }), epochs: { x: 'e1' } };
    expect(nameDomain(named, seen('x', 'north', 'e1'))).toBeNull();
    expect(nameDomain(named, seen('x', 'north', 'e2'))).toEqual({ ...named, epochs: { x: 'e2' } });
  });

  test('moves what is kept under its old name', () => {
    expect(nameDomain(known({ x: 'north' }), seen('x', 'pier'))).toMatchObject(
      known({ x: 'pier' }, [{ from: 'north', to: 'pier' }]),
    );
  });

  test.each([
    ['another database', 'e2'],
    ['a server that does not say which database it has', undefined],
  ])('under the name of another one, in %s, keeps what waits under it', (_what, epoch) => {
    const named = { ...known({ x: 'north', y: 'south' }), epochs: { x: 'e1' } };
    const next = nameDomain(named, seen('z', 'north', epoch));
    expect([next?.names, next?.moves]).toEqual([{ y: 'south', z: 'north' }, []]);
  });

  test('under the name of another one of the same database leaves the rows of that one alone', () => {
    const named = { ...known({ x: 'north' }), epochs: { x: 'e1' } };
    expect(nameDomain(named, seen('z', 'north', 'e1'))).toEqual({
      names: { x: 'north (x)', z: 'north' },
      moves: [{ from: 'north', to: 'north (x)', before: '7' }],
      epochs: { x: 'e1', z: 'e1' },
    });
  });

  test('that has exchanged its name with another leaves the rows of that one alone', () => {
    const first = nameDomain(known({ x: 'north', y: 'south' }), seen('x', 'south'));
    expect(first).toMatchObject(
      known({ x: 'south', y: 'south (y)' }, [
        { from: 'south', to: 'south (y)', before: '7' } as never,
        { from: 'north', to: 'south' },
      ]),
    );
    expect(nameDomain(known(first?.names ?? {}), seen('y', 'north'))).toMatchObject(
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
