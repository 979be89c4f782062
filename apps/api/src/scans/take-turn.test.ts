import type { Scan } from '@scantix/api-contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysOf, type TurnSize, takeTurn, type WaitingCall } from './take-turn.ts';

const scan = (id: string, barcode = `code of ${id}`) => ({ id, barcode }) as Scan;
const call = (...left: Scan[]): WaitingCall => ({ left, keptBack: new Set() });
const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => scan(`${name}${index}`));
const ids = (turn: readonly { scan: Scan }[]) => turn.map(({ scan: { id } }) => id);

/** All turns until nothing waits, each as the ids that it takes. */
function turnsOf(calls: readonly WaitingCall[], size?: TurnSize): string[][] {
  const turns: string[][] = [];
  while (calls.some(({ left }) => left.length > 0)) turns.push(ids(takeTurn(calls, size && { size })));
  return turns;
}

describe('a turn', () => {
  test('takes what waits from all calls, the oldest first', () => {
    expect(turnsOf([call(scan('a')), call(scan('b'), scan('c')), call(scan('d'))])).toEqual([['a', 'b', 'c', 'd']]);
  });

  test('has no two scans of a ticket or an id, and takes nothing behind one that it leaves', () => {
    const one = call(scan('a', 'X'), scan('b'), scan('c', 'X'), scan('d', 'X'), scan('e'));
    expect(turnsOf([one, call(scan('f', 'X')), call(scan('b', 'Z'))])).toEqual([
      ['a', 'b'],
      ['c', 'b'],
      ['d', 'e'],
      ['f'],
    ]);
  });

  test('takes 50 scans of a call and 150 of all', () => {
    expect(turnsOf([call(...many('a', 120))]).map(({ length }) => length)).toEqual([50, 50, 20]);
    const calls = 'abcd'.split('').map((name) => call(...many(name, 50)));
    expect(turnsOf(calls).map(({ length }) => length)).toEqual([150, 50]);
  });

  test('has a gate that came after large calls in it, and a large call however many gates there are', () => {
    const large = 'abcdef'.split('').map((name) => call(...many(name, 50)));
    expect(ids(takeTurn([...large, call(scan('gate'))]))).toContain('gate');
    const gates = many('gate', 400).map((one) => call(one));
    const turn = ids(takeTurn([...gates, call(...many('late', 50))]));
    expect(turn.filter((id) => id.startsWith('late'))).toHaveLength(50);
    expect(turn.filter((id) => id.startsWith('gate'))).toHaveLength(100);
  });

  test('has a call of more than five scans before gates that came earlier, and one of five behind them', () => {
    const gates = () => many('gate', 150).map((one) => call(one));
    expect(ids(takeTurn([...gates(), call(...many('six', 6))]))).toContain('six5');
    expect(ids(takeTurn([...gates(), call(...many('five', 5))]))).not.toContain('five0');
  });

  test('takes nothing of what is under way, and nothing behind it', () => {
    const one = call(scan('a', 'X'), scan('b'));
    const underWay = new Set([scan('z', 'X'), scan('d')].flatMap(keysOf));
    expect(ids(takeTurn([one, call(scan('c')), call(scan('d', 'Y'))], { underWay }))).toEqual(['c']);
    expect(turnsOf([one])).toEqual([['a', 'b']]);
  });

  test('drops what its call keeps back', () => {
    const kept = { left: [scan('a', 'X'), scan('b'), scan('c', 'X')], keptBack: new Set(['X']) };
    expect(turnsOf([kept])).toEqual([['b']]);
    expect(kept.left).toEqual([]);
  });

  test('of any calls, each scan is taken once, in the order of its call, and every turn takes one at least', () => {
    const codes = fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(codes, { minLength: 1, maxLength: 8 }), (all) => {
        const calls = all.map((barcodes, nth) => call(...barcodes.map((code, index) => scan(`${nth}-${index}`, code))));
        const given = calls.map(({ left }) => left.map(({ id }) => id));
        const barcodeOf = new Map(calls.flatMap(({ left }) => left.map(({ id, barcode }) => [id, barcode])));
        const turns = turnsOf(calls, { scans: 6, ofCall: 3 });
        for (const turn of turns) {
          expect(turn.length).toBeGreaterThan(0);
          expect(turn.length).toBeLessThanOrEqual(6);
          expect(new Set(turn.map((id) => barcodeOf.get(id))).size).toBe(turn.length);
        }
        for (const [nth, of] of given.entries()) {
          expect(turns.flat().filter((id) => id.startsWith(`${nth}-`))).toEqual(of);
        }
      }),
    );
  });
});
