import { listScans, type Verdict } from '@scantix/api-contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectValue } from '../testing/start-test-server.ts';
import type { OfflineTests } from './late-verdicts.suite.ts';

/** The guarantees of what clerks decide where neither server nor device had. */
export function describeClerkDecisions(context: () => OfflineTests): void {
  let { server, clerk, decided, post, ticket } = {} as OfflineTests;
  beforeAll(() => {
    ({ server, clerk, decided, post, ticket } = context());
  });
  const OPEN = { outcome: 'undecided', reason: 'server_unreachable' } as const;
  const LET_IN = { outcome: 'accepted', reason: 'server_unreachable' } as const;
  const TURNED_AWAY = { outcome: 'refused', reason: 'server_unreachable' } as const;
  const record = async (id: string) => expectValue(await clerk.api.call(listScans, { body: { id } })).items[0];

  describe('a scan that its clerk decided', () => {
    test('with let in is an entry, and no conflict where the server would have let in', async () => {
      await server.north.addTicket('CLERK-IN');
      const scan = { ...decided('CLERK-IN', LET_IN), clerk_decision: 'let_in' as const };
      const result = await post(scan);
      expect(result).toMatchObject({ status: 'recorded', verdict: { ...LET_IN, certainty: 'device' } });
      expect(result).not.toHaveProperty('conflict');
      expect(await ticket('CLERK-IN')).toMatchObject({ entries_used: 1, inside: 1 });
      expect(await record(scan.id)).toMatchObject({ clerk_decision: 'let_in', device_verdict: LET_IN });
    });

    test('with let in is a conflict where the server would have refused, with the scan and later', async () => {
      await server.north.addTicket('CLERK-BLOCKED', { status: 'blocked' });
      const scan = { ...decided('CLERK-BLOCKED', LET_IN), clerk_decision: 'let_in' as const };
      expect(await post(scan)).toMatchObject({ status: 'recorded', conflict: { kind: 'blocked' } });
      await server.north.addTicket('CLERK-BLOCKED-LATE', { status: 'blocked' });
      const late = decided('CLERK-BLOCKED-LATE', LET_IN);
      const { device_verdict: _, ...first } = late;
      expect((await post(first))?.verdict).toMatchObject({ outcome: 'refused', reason: 'blocked' });
      expect(await post({ ...late, clerk_decision: 'let_in' })).toMatchObject({
        status: 'repeated',
        conflict: { kind: 'blocked' },
      });
      expect(await ticket('CLERK-BLOCKED-LATE')).toMatchObject({ entries_used: 1 });
      expect(await record(first.id)).toMatchObject({ verdict: LET_IN, clerk_decision: 'let_in' });
    });

    test('with turned away uses nothing up, and takes back what the server had given meanwhile', async () => {
      await server.north.addTicket('CLERK-OUT');
      const scan = { ...decided('CLERK-OUT', TURNED_AWAY), clerk_decision: 'turned_away' as const };
      expect(await post(scan)).toMatchObject({ status: 'recorded', verdict: TURNED_AWAY });
      expect(await ticket('CLERK-OUT')).toMatchObject({ entries_used: 0 });
      const { device_verdict, ...sentFirst } = decided('CLERK-OUT', TURNED_AWAY);
      expect((await post(sentFirst))?.verdict).toMatchObject({ outcome: 'accepted' });
      await post({ ...sentFirst, ...(device_verdict && { device_verdict }), clerk_decision: 'turned_away' });
      expect(await ticket('CLERK-OUT')).toMatchObject({ entries_used: 0, inside: 0 });
    });

    test('and whose device left the verdict undecided counts as decided; without a decision the server decides', async () => {
      await server.north.addTicket('CLERK-OPEN', { status: 'blocked' });
      const open = decided('CLERK-OPEN', OPEN);
      const device_verdict = { ...open.device_verdict, certainty: 'pending' } as Verdict;
      expect(await post({ ...open, device_verdict, clerk_decision: 'let_in' })).toMatchObject({
        ...{ verdict: { ...LET_IN, certainty: 'device' }, conflict: { kind: 'blocked' } },
      });
      const left = decided('CLERK-OPEN', OPEN);
      expect((await post(left))?.verdict).toMatchObject({ outcome: 'refused', reason: 'blocked', certainty: 'server' });
      expect(await record(left.id)).not.toHaveProperty('clerk_decision');
    });

    test('decides once: the opposite, later, changes nothing, also from another device', async () => {
      await server.north.addTicket('CLERK-ONCE');
      const { device_verdict, ...scan } = { ...clerk.scan(), ...decided('CLERK-ONCE', LET_IN) };
      const shown = device_verdict as Verdict;
      await post({ ...scan, device_verdict: shown, clerk_decision: 'let_in' });
      const opposite = { ...shown, outcome: 'refused' as const };
      const colleague = await server.signIn(server.north.colleague.login, { deviceId: 'another-device' });
      await post({ ...scan, device_verdict: opposite, clerk_decision: 'turned_away' });
      await colleague.post({ ...scan, device_verdict: opposite, clerk_decision: 'turned_away' });
      expect(await ticket('CLERK-ONCE')).toMatchObject({ entries_used: 1, inside: 1 });
      expect(await record(scan.id)).toMatchObject({ clerk_decision: 'let_in' });
      expect((await record(scan.id))?.undone).toBeUndefined();
    });

    test('of somebody else cannot be turned away from another device, and is marked where it is let in', async () => {
      await server.north.addTicket('CLERK-THEIRS');
      await server.north.addTicket('CLERK-THEIRS-TOO', { status: 'blocked' });
      const colleague = await server.signIn(server.north.colleague.login, { deviceId: 'another-device' });
      const { device_verdict: out, ...good } = { ...clerk.scan(), ...decided('CLERK-THEIRS', TURNED_AWAY) };
      await post(good);
      await colleague.post({ ...good, ...(out && { device_verdict: out }), clerk_decision: 'turned_away' });
      expect(await ticket('CLERK-THEIRS')).toMatchObject({ entries_used: 1 });
      const { device_verdict: shown, ...bad } = { ...clerk.scan(), ...decided('CLERK-THEIRS-TOO', LET_IN) };
      await post(bad);
      await colleague.post({ ...bad, ...(shown && { device_verdict: shown }), clerk_decision: 'let_in' });
      expect((await record(bad.id))?.marks).toContain('late_from_another_device');
    });

    test.each([
      ['without a verdict', undefined],
      ['against its verdict', TURNED_AWAY],
      ['beside a decision of the device', { outcome: 'accepted', reason: 'ok' }],
    ] as const)('is rejected %s', async (_how, shown) => {
      const { device_verdict, ...scan } = decided('CLERK-INVALID', shown ?? OPEN);
      const claim = { ...scan, ...(shown && device_verdict && { device_verdict }), clerk_decision: 'let_in' as const };
      expect(await post(claim)).toMatchObject({ status: 'rejected', error: { code: 'invalid_request' } });
    });
  });
}
