import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { unreachable } from '../create-fake-server.ts';
import { read } from '../create-world.ts';
import { expectEqual } from '../expect-equal.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

/** Scenarios of the contract. */
export const peopleScenarios: readonly LedgerScenario[] = [
  {
    title: 'after a change of clerk a waiting scan is sent under the name of the clerk who made it',
    async run({ openTab, server, signIn }) {
      const { ledger, until } = openTab();
      const { scan } = await ledger.record(read('A'));
      signIn({ domain: 'north', clerk: 'ben' });
      await ledger.start();
      await until(({ status, waiting, sending }) => status === 'ready' && waiting === 0 && !sending);
      expectEqual(server.recorded.get(scan.id)?.scan.claimed_by, 'anna');
    },
  },
  {
    title: 'a clerk of another domain neither sends nor sees waiting scans, but sees their number',
    async run({ openTab, server, signIn }) {
      const { ledger, until } = openTab();
      const { scan } = await ledger.record(read('A'));
      signIn({ domain: 'south', clerk: 'carla' });
      await ledger.start();
      await ledger.drain();
      const { waiting, waitingElsewhere } = ledger.getSnapshot();
      expectEqual([waiting, waitingElsewhere, server.calls.length], [0, 1, 0]);
      expectEqual([await ledger.get(scan.id), await ledger.list()], [null, []]);
      signIn({ domain: 'north', clerk: 'ben' });
      await ledger.drain();
      await until((state) => state.waitingElsewhere === 0 && state.waiting === 0);
      expectEqual([...server.recorded.keys()], [scan.id]);
    },
  },
  {
    title: 'an answer that arrives after somebody of another domain has signed in settles nothing',
    async run({ openTab, server, signIn }) {
      const { ledger, until } = openTab();
      const { scan } = await ledger.record(read('A'));
      server.next(({ scans }) => {
        signIn({ domain: 'south', clerk: 'carla' });
        const error = { code: 'not_found' as const, message: 'Unknown checkpoint' };
        return {
          ok: true,
          value: { results: scans.map(({ id }) => ({ id, status: 'rejected', error })) },
          answer: NO_ANSWER_HEADERS,
        };
      });
      await ledger.start();
      await until(({ waitingElsewhere, sending }) => waitingElsewhere === 1 && !sending);
      signIn({ domain: 'north', clerk: 'ben' });
      await ledger.drain();
      await until(({ waiting, waitingElsewhere }) => waiting + waitingElsewhere === 0);
      expectEqual([[...server.recorded.keys()], ledger.getSnapshot().quarantined], [[scan.id], 0]);
    },
  },
  {
    title: 'signed out, scans wait and are counted; signing in sends them',
    async run({ openTab, server, signIn }) {
      const { ledger, until } = openTab();
      await ledger.start();
      server.always(unreachable);
      await ledger.record(read('A'));
      await until(({ nextTryAt, sending }) => nextTryAt !== null && !sending);
      signIn(null);
      server.always(null);
      await ledger.drain();
      expectEqual([ledger.getSnapshot().waiting, server.recorded.size], [1, 0]);
      signIn({ domain: 'north', clerk: 'ben' });
      await ledger.drain();
      await until(({ waiting }) => waiting === 0);
      expectEqual(server.recorded.size, 1);
    },
  },
];
