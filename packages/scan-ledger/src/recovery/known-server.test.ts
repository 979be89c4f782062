import { describe, expect, test } from 'vitest';
import { hear, judgeAnswer, type KnownServer, stepped } from './known-server.ts';

const KNOWN: KnownServer = { epoch: 'e1', receipt: 10, device: 'd1', offering: null, offered: 0 };
const says = (epoch: string | null, receipt: number | null, made = 0) => ({ epoch, receipt, made, device: 'd1' });

describe('an answer', () => {
  test.each([
    ['of a server that does not say which database it has', KNOWN, says(null, 3)],
    ['of a server that gives no receipts', KNOWN, says('e1', null)],
    ['that is the first one', null, says('e1', 3)],
    ['with the number that is known', KNOWN, says('e1', 10)],
    ['with a higher number', KNOWN, says('e1', 11)],
  ])('%s shows no loss', (_title, known, answer) => {
    expect(judgeAnswer(known, answer)).toBeNull();
  });

  test('from another database shows that it lacks everything', () => {
    expect(judgeAnswer(KNOWN, says('e2', 99))).toEqual({ epoch: 'e2', above: null });
  });

  test('with a lower number shows that it lacks what came after', () => {
    expect(judgeAnswer(KNOWN, says('e1', 9))).toEqual({ epoch: 'e1', above: 9 });
  });
});

describe('what is known of the server', () => {
  test('begins with the first answer, and grows with the changes that a call makes', () => {
    expect(hear(null, null, says('e1', 3, 5))).toEqual({ ...KNOWN, receipt: 5 });
    expect(hear(KNOWN, KNOWN, says('e1', 10, 12))).toEqual({ ...KNOWN, receipt: 12 });
    expect(hear(KNOWN, KNOWN, says('e1', 10))).toBeNull();
    expect(hear(KNOWN, KNOWN, says(null, 12))).toBeNull();
    expect(hear(KNOWN, KNOWN, says('e1', null))).toBeNull();
  });

  test('after a loss is what the server has, with the beginning of an offering', () => {
    expect(hear(KNOWN, KNOWN, says('e1', 4, 5))).toEqual({
      ...{ ...KNOWN, receipt: 5, offering: { above: 4, after: '' }, losses: 1 },
    });
    expect(hear(KNOWN, KNOWN, says('e2', 0))).toEqual({
      ...{ ...KNOWN, epoch: 'e2', receipt: 0, offering: { above: null, after: '' }, losses: 1 },
    });
  });

  test('is left by a loss that another call has noticed', () => {
    const noticed = { ...KNOWN, receipt: 4, offering: { above: 4, after: 'x' } };
    expect(hear(noticed, KNOWN, says('e1', 4))).toBeNull();
    expect(hear({ ...noticed, offering: { above: null, after: '' } }, KNOWN, says('e1', 4))).toBeNull();
    expect(hear({ ...KNOWN, epoch: 'e2' }, KNOWN, says('e1', 11))).toBeNull();
  });

  test('has a loss whose answer arrives after that of a later call, whatever that has said', () => {
    const offering = { above: 4, after: '' };
    expect(hear({ ...KNOWN, receipt: 11 }, KNOWN, says('e1', 4, 9))).toEqual({
      ...{ ...KNOWN, receipt: 11, offering, losses: 1 },
    });
    const partly = { ...KNOWN, receipt: 7, offered: 2, offering: { above: 7, after: 'x' } };
    expect(hear(partly, KNOWN, says('e1', 4))).toEqual({ ...partly, offering, losses: 1 });
    expect(hear({ ...KNOWN, receipt: 11 }, KNOWN, says('e2', 0))).toMatchObject({ epoch: 'e2', receipt: 0 });
  });

  test('joins a loss with one that is being offered', () => {
    const offering = { ...KNOWN, offered: 7, offering: { above: 6, after: 'x' } };
    expect(hear(offering, offering, says('e1', 8))?.offering).toEqual({ above: 6, after: '' });
    expect(hear(offering, offering, says('e1', 5))?.offering).toEqual({ above: 5, after: '' });
    expect(hear(offering, offering, says('e2', 5))).toMatchObject({ offered: 7, offering: { above: null } });
    const all = { ...KNOWN, offering: { above: null, after: 'x' } };
    expect(hear(all, all, says('e1', 5))?.offering).toEqual({ above: 5, after: '' });
  });

  test('is of one identifier: a new one begins at nothing, and loses nothing', () => {
    const saysTo = (device: string, receipt: number, made = 0) => ({ ...says('e1', receipt, made), device });
    expect(hear(KNOWN, KNOWN, saysTo('d2', 0))).toEqual({ ...KNOWN, receipt: 0, device: 'd2' });
    expect(hear(KNOWN, KNOWN, saysTo('d2', 0, 2))).toEqual({ ...KNOWN, receipt: 2, device: 'd2' });
    // Another call has noticed it already.
    expect(hear({ ...KNOWN, receipt: 5, device: 'd2' }, KNOWN, saysTo('d2', 0))).toBeNull();
    // The session goes on under the identifier that it began with.
    expect(hear(KNOWN, KNOWN, saysTo('d2', 10))).toBeNull();
    expect(hear(KNOWN, KNOWN, saysTo('d2', 10, 11))).toEqual({ ...KNOWN, receipt: 11 });
    expect(hear(KNOWN, KNOWN, saysTo('d2', 4))?.offering).toEqual({ above: 4, after: '' });
    expect(hear(KNOWN, KNOWN, { ...saysTo('d2', 0), epoch: 'e2' })?.offering).toEqual({ above: null, after: '' });
  });

  test('a finished offering is not counted with the next', () => {
    expect(hear({ ...KNOWN, offered: 7 }, { ...KNOWN, offered: 7 }, says('e1', 8))?.offered).toBe(0);
  });
});

describe('a step of offering again', () => {
  const of: KnownServer = { ...KNOWN, offering: { above: 4, after: 'b' } };

  test('moves on, and ends', () => {
    expect(stepped(of, { of, offered: 3, last: 'c' })).toEqual({
      ...of,
      offered: 3,
      offering: { above: 4, after: 'c' },
    });
    expect(stepped(of, { of, offered: 3, last: null })).toEqual({ ...of, offered: 3, offering: null });
  });

  test('takes back nothing that another tab has done, and does not end a newer loss', () => {
    const further = { ...of, offering: { above: 4, after: 'x' } };
    expect(stepped(further, { of, offered: 0, last: 'c' })?.offering?.after).toBe('x');
    expect(stepped({ ...of, losses: 1 }, { of, offered: 3, last: null })).toBeNull();
    expect(stepped({ ...of, offering: null }, { of, offered: 3, last: 'c' })).toBeNull();
    expect(stepped(null, { of, offered: 3, last: 'c' })).toBeNull();
  });

  test('of an earlier loss does not shorten the offering of a later one of the same extent', () => {
    const first = hear(KNOWN, KNOWN, says('e1', 4)) as KnownServer;
    const grown = { ...first, receipt: 9 };
    const second = hear(grown, grown, says('e1', 4)) as KnownServer;
    expect(second.offering).toEqual(first.offering);
    expect(stepped(second, { of: first, offered: 3, last: 'c' })).toBeNull();
    expect(stepped(second, { of: first, offered: 3, last: null })).toBeNull();
    expect(stepped(second, { of: second, offered: 3, last: null })?.offering).toBeNull();
    const ended = { ...first, receipt: 9, offering: null };
    const third = hear(ended, ended, says('e1', 4)) as KnownServer;
    expect(stepped(third, { of: first, offered: 0, last: null })).toBeNull();
  });
});
