import { login } from '@scantix/api-contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal, TEST_DEVICE, type TestServer } from '../testing/start-test-server.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { createLoginLimits } from './login-limits.ts';

const HOUR_MS = 3_600_000;

/** How often an account and an address may fail to sign in. */
export function describeLoginLimits(context: () => TestServer): void {
  let server: TestServer;
  beforeAll(() => {
    server = context();
  });
  const attempt = (clerk: string, password: string) =>
    server.api.call(login, { body: { clerk, password, remember_me: false, ...TEST_DEVICE } });

  describe('sign-in', () => {
    test('stops after too many failures of one account and says when to come back', async () => {
      const tries = [];
      for (let count = 0; count < 4; count += 1) tries.push(expectRefusal(await attempt('tried.often', 'wrong')).code);
      expect(tries).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated', 'rate_limited']);
      const { status, retryAfterMs } = expectRefusal(await attempt('tried.often', 'wrong'));
      expect(status).toBe(429);
      expect(retryAfterMs).toBe(30_000);
      server.clock.advance(30_000);
      expect(expectRefusal(await attempt('tried.often', 'wrong')).code).toBe('unauthenticated');
    });

    test('counts guesses that are made at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => attempt('tried.at.once', 'wrong')));
      const codes = answers.map((answer) => expectRefusal(answer).code);
      expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(3);
    });

    test('does not count what succeeds', async () => {
      for (let count = 0; count < 5; count += 1)
        expect((await attempt('south-hall.clerk', TEST_PASSWORD)).ok).toBe(true);
    });

    test('stops after too many failures from one address, whatever the accounts', async () => {
      server.clock.advance(HOUR_MS);
      const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => attempt(`spray.${index}`, 'wrong')));
      const codes = answers.map((answer) => expectRefusal(answer).code);
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(10);
      server.clock.advance(HOUR_MS);
    });
  });

  test('an IPv6 network of 64 bits has one limit, an IPv4 address its own, however they are written', async () => {
    const few = { burst: 1, drainMs: HOUR_MS };
    const limits = createLoginLimits({ ...server, rules: { account: { burst: 99, drainMs: 1 }, address: few } });
    const take = async (address: string) => (await limits.take({ loginKey: 'ipv6', address })).granted;
    expect([await take('2001:db8::1'), await take('2001:db8:0:0:ffff::2'), await take('2001:db8::')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await take('2001:db8:0:1::1'), await take('::1'), await take('192.0.2.1')]).toEqual([true, true, true]);
    expect([await take('192.0.2.2'), await take('192.0.2.1')]).toEqual([true, false]);
    const free = ['2001:db8:1:23::1', '2001:db8:12:3::1', '2001:db8::7:2:3:4:6'];
    for (const address of ['2001:db8:0:1:2:3:4:5', '2001:db8::1:2:3:4:6', '0:0::2', '::', ...free])
      expect([address, await take(address)]).toEqual([address, free.includes(address)]);
  });

  test('sign-ins that succeed at the same moment are all uncounted, and none waits for another for ever', async () => {
    const rules = { account: { burst: 500, drainMs: HOUR_MS }, address: { burst: 500, drainMs: HOUR_MS } };
    const limits = createLoginLimits({ ...server, rules });
    const signIn = async () => {
      const attempt = await limits.take({ loginKey: 'shared', address: '198.51.100.7' });
      if (attempt.granted) await attempt.giveBack();
    };
    const countAll = () => server.db.selectFrom('login_limits').select('level').where('level', '>', 0).execute();
    const before = await countAll();
    await Promise.all(Array.from({ length: 300 }, signIn));
    expect(await countAll()).toEqual(before);
  });
}
