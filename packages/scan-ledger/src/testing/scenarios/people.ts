import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { expectEqual } from '@scantix/runtime-utils/testing';
import type { LedgerState } from '../../model/ledger-state.ts';
import { unreachable } from '../create-fake-server.ts';
import { read } from '../create-world.ts';
import type { LedgerScenario } from '../ledger-scenario.ts';

/** The code of the error of a call; `null` where it has none. */
const codeOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (cause) => cause.code,
  );

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
      expectEqual(await codeOf(ledger.decide(scan.id)), 'unknown-scan');
      signIn({ domain: 'north', clerk: 'ben' });
      await ledger.drain();
      await until((state) => state.waitingElsewhere === 0 && state.waiting === 0);
      expectEqual([...server.recorded.keys()], [scan.id]);
      expectEqual((await ledger.decide(scan.id)).outcome, 'accepted');
      signIn({ domain: 'south', clerk: 'carla' });
      expectEqual(await codeOf(ledger.decide(scan.id)), 'unknown-scan');
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
  {
    title: 'scans of a domain that was renamed are delivered and seen under its new name',
    async run(world) {
      const { openTab, server, signIn } = world;
      signIn({ domain: 'harbour', domainId: 'north-id', clerk: 'anna' });
      server.always(unreachable);
      const old = openTab();
      await old.ledger.start();
      const { scan: entry } = await old.ledger.record(read('A'));
      await old.ledger.drain();
      await old.end();
      signIn({ domain: 'north', clerk: 'anna' });
      server.always(null);
      const tab = openTab();
      await tab.ledger.start();
      expectEqual([tab.ledger.getSnapshot().waiting, tab.ledger.getSnapshot().waitingElsewhere], [0, 1]);
      // The configuration with the id arrives.
      signIn({ domain: 'north', domainId: 'north-id', clerk: 'anna' });
      await tab.ledger.drain();
      await tab.until(({ waiting, waitingElsewhere, sending }) => waiting + waitingElsewhere === 0 && !sending);
      expectEqual([...server.recorded.keys()], [entry.id]);
      expectEqual(
        (await tab.ledger.list()).map(({ scan }) => scan.id),
        [entry.id],
      );
    },
  },
  {
    title: 'domains that have exchanged their names get each their own scans',
    async run({ openTab, server, southServer, signIn }) {
      const tab = openTab();
      const NORTH = { domain: 'north', domainId: 'north-id', clerk: 'anna' };
      const SOUTH = { domain: 'south', domainId: 'south-id', clerk: 'carla' };
      for (const each of [server, southServer]) each.always(unreachable);
      await tab.ledger.start();
      const ids: string[] = [];
      for (const owner of [NORTH, SOUTH]) {
        signIn(owner);
        await tab.ledger.drain();
        ids.push((await tab.ledger.record(read(`of ${owner.domain}`))).scan.id);
        await tab.ledger.drain();
      }
      await tab.end();
      for (const each of [server, southServer]) each.always(null);
      // The server of a name belongs to the other domain now.
      signIn({ ...NORTH, domain: 'south' });
      const next = openTab();
      await next.ledger.start();
      await next.ledger.drain();
      await next.until(({ waiting, waitingElsewhere, sending }) => waiting === 0 && waitingElsewhere === 1 && !sending);
      expectEqual([...southServer.recorded.keys()], [ids[0]]);
      signIn({ ...SOUTH, domain: 'north' });
      await next.ledger.drain();
      await next.until(({ waiting, waitingElsewhere, sending }) => waiting + waitingElsewhere === 0 && !sending);
      expectEqual([...server.recorded.keys()], [ids[1]]);
    },
  },
  {
    title: 'a domain that has got the name of another one neither sends nor sees what waits under it',
    async run({ openTab, server, signIn }) {
      const [first, second] = ['first-id', 'second-id'];
      signIn({ domain: 'north', domainId: first, epoch: 'e1', clerk: 'anna' });
      server.always(unreachable);
      const old = openTab();
      await old.ledger.start();
      const { scan: waiting } = await old.ledger.record(read('A'));
      await old.ledger.drain();
      await old.end();
      server.always(null);
      // The configuration with the id is not there yet, and a visitor is.
      signIn({ domain: 'north', clerk: 'zoe' });
      const tab = openTab();
      await tab.ledger.start();
      const { scan: own } = await tab.ledger.record(read('B'));
      expectEqual((await tab.ledger.decide(own.id)).certainty, 'server');
      await tab.ledger.drain();
      signIn({ domain: 'north', domainId: second, epoch: 'e1', clerk: 'zoe' });
      await tab.ledger.drain();
      await tab.until((state) => state.waiting === 0 && state.waitingElsewhere === 1 && !state.sending);
      expectEqual([...server.recorded.keys()], [own.id]);
      expectEqual(
        (await tab.ledger.list()).map(({ scan }) => scan.id),
        [own.id],
      );
      signIn({ domain: 'pier', domainId: first, epoch: 'e1', clerk: 'anna' });
      await tab.ledger.drain();
      await tab.until((state) => state.waiting + state.waitingElsewhere === 0 && !state.sending);
      expectEqual([...server.recorded.keys()], [own.id, waiting.id]);
    },
  },
  {
    title: 'a domain of a database that was made anew delivers what waits under its name',
    async run({ openTab, server, signIn }) {
      const tab = openTab();
      signIn({ domain: 'north', domainId: 'old-id', epoch: 'e1', clerk: 'anna' });
      server.always(unreachable);
      await tab.ledger.start();
      const { scan } = await tab.ledger.record(read('A'));
      await tab.ledger.drain();
      server.always(null);
      signIn({ domain: 'north', domainId: 'new-id', epoch: 'e2', clerk: 'anna' });
      await tab.ledger.drain();
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      expectEqual([...server.recorded.keys()], [scan.id]);
    },
  },
  {
    title: 'a new scan takes no scan of another domain along that waits under the same name',
    async run({ openTab, southServer, signIn }) {
      const SOUTH = { domain: 'south', domainId: 'south-id', epoch: 'e1', clerk: 'carla' };
      southServer.always(unreachable);
      signIn(SOUTH);
      const tab = openTab();
      await tab.ledger.start();
      await tab.ledger.drain();
      await tab.ledger.record(read('A'));
      await tab.ledger.drain();
      southServer.always(null);
      signIn({ ...SOUTH, domainId: 'another-id', clerk: 'anna' });
      const { scan } = await tab.ledger.record(read('A'));
      await tab.ledger.decide(scan.id);
      await tab.until(({ waiting, sending }) => waiting === 0 && !sending);
      expectEqual([...southServer.recorded.keys()], [scan.id]);
      expectEqual((await tab.ledger.get(scan.id))?.sync, 'sent');
    },
  },
  {
    title: 'a new scan takes no scan of its barcode along that may be of another domain',
    async run({ openTab, server, signIn }) {
      signIn({ domain: 'north', domainId: 'first-id', epoch: 'e1', clerk: 'anna' });
      server.always(unreachable);
      const old = openTab();
      await old.ledger.start();
      const { scan: waiting } = await old.ledger.record(read('A'));
      await old.ledger.drain();
      await old.end();
      server.always(null);
      // The configuration with the id is not there yet.
      signIn({ domain: 'north', clerk: 'zoe' });
      const tab = openTab();
      await tab.ledger.start();
      const { scan: own } = await tab.ledger.record(read('A'));
      expectEqual((await tab.ledger.decide(own.id)).certainty, 'device');
      await tab.until(({ sending }) => !sending);
      expectEqual([...server.recorded.keys()], []);
      signIn({ domain: 'north', domainId: 'second-id', epoch: 'e1', clerk: 'zoe' });
      await tab.ledger.drain();
      await tab.until((state) => state.waiting === 0 && state.waitingElsewhere === 1 && !state.sending);
      expectEqual([[...server.recorded.keys()], (await tab.ledger.list()).length], [[own.id], 1]);
      signIn({ domain: 'pier', domainId: 'first-id', epoch: 'e1', clerk: 'anna' });
      await tab.ledger.drain();
      await tab.until((state) => state.waiting + state.waitingElsewhere === 0 && !state.sending);
      expectEqual([...server.recorded.keys()], [own.id, waiting.id]);
    },
  },
  {
    title: 'what the server had of the former holder of a name is no loss of the new one',
    async run({ openTab, server, signIn }) {
      const sentNow = ({ waiting, sending }: LedgerState) => waiting === 0 && !sending;
      signIn({ domain: 'north', domainId: 'first-id', epoch: 'e1', clerk: 'anna' });
      const old = openTab();
      await old.ledger.start();
      await old.ledger.drain();
      for (const barcode of ['A', 'B']) await old.ledger.record(read(barcode));
      await old.until(sentNow);
      await old.ledger.refreshTickets();
      await old.end();
      // The new domain has nothing of this device. The configuration with its id is not there yet.
      server.tellReceipt(0);
      signIn({ domain: 'north', clerk: 'zoe' });
      const tab = openTab();
      await tab.ledger.start();
      await tab.ledger.refreshTickets();
      server.tellReceipt(null);
      const { scan } = await tab.ledger.record(read('C'));
      expectEqual((await tab.ledger.decide(scan.id)).certainty, 'server');
      await tab.ledger.drain();
      signIn({ domain: 'north', domainId: 'second-id', epoch: 'e1', clerk: 'zoe' });
      await tab.ledger.drain();
      await tab.ledger.refreshTickets();
      await tab.until(sentNow);
      const { waitingElsewhere, offeredAgain } = tab.ledger.getSnapshot();
      expectEqual([waitingElsewhere, offeredAgain, server.recorded.size], [0, 0, 3]);
      expectEqual(server.calls.flat().length, 3);
    },
  },
  {
    title: "a scan names its clerk's id too, where it is one of our server's",
    async run({ openTab, server, signIn }) {
      const { ledger, until } = openTab();
      const clerkId = '0b9c6a52-6f0e-4c3a-9d1e-3f1d2c4b5a69';
      await ledger.start();
      for (const id of [clerkId, '17', undefined]) {
        signIn({ domain: 'north', clerk: 'anna', clerkId: id });
        await ledger.record(read('A'));
      }
      await until(({ waiting, sending }) => waiting === 0 && !sending);
      expectEqual(
        [...server.recorded.values()].map(({ scan }) => scan.claimed_by_id ?? null),
        [clerkId, null, null],
      );
    },
  },
];
