import type { DeviceInfo } from '@scantix/api-contract';
import { abortable } from './abortable.ts';
import type { AuthCalls } from './auth-calls.ts';
import type { Credentials, LoginOutcome } from './auth-session.ts';
import type { Clock } from './clock.ts';
import type { DeviceIdentity } from './device-identity.ts';
import type { LogSink } from './log-sink.ts';
import { type LoginFailure, toLoginFailure } from './login-failure.ts';
import { MESSAGES } from './messages.ts';
import type { ServerTime } from './server-time.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { type SessionLocks, withSessionLock } from './session-lock.ts';
import { toSessionUser } from './session-user.ts';
import { toTokenPair } from './token-pair.ts';
import type { TokenVault } from './token-vault.ts';

interface SignInOptions {
  calls: AuthCalls;
  clock: Clock;
  deviceIdentity: DeviceIdentity;
  keeper: SessionKeeper;
  locks: SessionLocks;
  log: LogSink;
  serverTime: ServerTime;
  vault: TokenVault;
}

const SUPERSEDED: LoginFailure = { ok: false, code: 'superseded', message: MESSAGES.loginFailed };

/** Begins and ends sessions. */
export function createSignIn({ calls, clock, deviceIdentity, keeper, locks, log, serverTime, vault }: SignInOptions) {
  function report(name: string, level: 'info' | 'warn', properties: Record<string, unknown> = {}): void {
    log.log({ name, level, category: 'auth', module: 'auth', properties });
  }

  async function request({ clerk, password, rememberMe }: Credentials, signal: AbortSignal) {
    const [deviceId, fingerprint, information] = await abortable(
      Promise.all([
        deviceIdentity.getDeviceId({ signal }),
        deviceIdentity.getFingerprint(),
        deviceIdentity.getDeviceInformation(),
      ]),
      signal,
    );
    const body = {
      clerk,
      password,
      remember_me: rememberMe ?? false,
      device_id: deviceId,
      device_info: pickDeviceInfo(information),
    };
    return calls.login(body, { deviceId, fingerprint }, signal);
  }

  async function attempt(
    credentials: Credentials,
    isCurrent: () => boolean,
    signal: AbortSignal,
  ): Promise<LoginOutcome> {
    const answer = await request(credentials, signal);
    if (answer.kind !== 'ok') return toLoginFailure(answer);
    // The server has begun a session: from here on it is kept or given back, and an abort comes too late.
    const { tokens, user: wireUser } = answer.value;
    const user = toSessionUser(wireUser);
    const pair = toTokenPair(tokens, answer.sentAt, serverTime.getOffsetMs());
    return withSessionLock(locks, clock, async () => {
      if (!isCurrent()) {
        void calls.logout(pair.accessToken);
        return SUPERSEDED;
      }
      const { warning, kept } = vault.establish({ pair, user }, credentials.rememberMe);
      keeper.establish({ pair, user }, warning);
      await kept;
      return { ok: true, user };
    });
  }

  return {
    async login(credentials: Credentials, signal: AbortSignal = new AbortController().signal): Promise<LoginOutcome> {
      signal.throwIfAborted();
      const isCurrent = keeper.beginTurn();
      keeper.dispatch({ type: 'login-started' });
      let outcome: LoginOutcome;
      try {
        outcome = await attempt(credentials, isCurrent, signal);
      } catch (error) {
        if (signal.aborted) {
          if (isCurrent()) keeper.dispatch({ type: 'login-failed', error: null });
          throw error;
        }
        report('login-broken', 'warn', { error: String(error) });
        outcome = { ok: false, code: 'unknown', message: MESSAGES.unknown };
      }
      if (outcome.ok) {
        report('login-succeeded', 'info');
        return outcome;
      }
      report('login-failed', 'warn', { code: outcome.code });
      if (!isCurrent()) return SUPERSEDED;
      keeper.dispatch({ type: 'login-failed', error: outcome.message });
      return outcome;
    },
    async logout(): Promise<void> {
      const stored = vault.peek();
      keeper.beginTurn();
      vault.clearLocal();
      keeper.dispatch({ type: 'cleared', error: null });
      const tell = async () => {
        if (!stored) return;
        const answer = await calls.logout(stored.pair.accessToken);
        if (answer.kind !== 'ok') report('logout-failed', 'warn', { outcome: answer.kind });
      };
      // Under the lock: a tab that is just storing new tokens finishes first, and then they go too.
      await Promise.all([tell(), withSessionLock(locks, clock, () => vault.clear())]);
    },
  };
}

/** The wire's own fields and no others: the device knows more of itself than sign-in tells. */
function pickDeviceInfo(information: DeviceInfo): DeviceInfo {
  const { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution } = information;
  return { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution };
}
