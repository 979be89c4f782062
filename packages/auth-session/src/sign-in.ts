import { untilAborted } from '@scantix/runtime-utils';
import type { AuthCalls } from './auth-calls.ts';
import type { Credentials, LoginOutcome } from './auth-session.ts';
import type { Clock } from './clock.ts';
import { type DescribedDevice, describeDevice } from './describe-device.ts';
import type { DeviceBinding } from './device-binding.ts';
import type { SessionDeviceIdentity } from './device-identity.ts';
import { type LogSink, toEvent } from './log-sink.ts';
import { type LoginFailure, toLoginFailure, toUnexpectedFailure } from './login-failure.ts';
import { MESSAGES } from './messages.ts';
import type { ServerTime } from './server-time.ts';
import type { SessionController } from './session-controller.ts';
import { type SessionLocks, withSessionLock } from './session-lock.ts';
import type { TokenVault } from './token-vault.ts';
import type { DeviceInfo } from './wire.ts';

interface SignInOptions {
  calls: AuthCalls;
  clock: Clock;
  device: DeviceBinding;
  deviceIdentity: SessionDeviceIdentity;
  controller: SessionController;
  locks: SessionLocks;
  log: LogSink;
  serverTime: ServerTime;
  vault: TokenVault;
}

const SUPERSEDED: LoginFailure = { ok: false, code: 'superseded', message: MESSAGES.loginFailed };

/** Starts and ends sessions. */
export interface SignIn {
  /** As `AuthSession.login`. */
  login(credentials: Credentials, signal?: AbortSignal): Promise<LoginOutcome>;
  /** As `AuthSession.logout`. */
  logout(): Promise<void>;
}

/** Makes sign-in and sign-out, which drive the session's controller. */
export function createSignIn(options: SignInOptions): SignIn {
  const { calls, clock, controller, device: binding, deviceIdentity, locks, log, serverTime, vault } = options;

  const report = (...event: Parameters<typeof toEvent>) => log.log(toEvent(...event));

  async function request({ clerk, password, rememberMe }: Credentials, device: DescribedDevice, signal: AbortSignal) {
    const { deviceId, fingerprint, information } = device;
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
    superseded: AbortSignal,
    signal: AbortSignal,
  ): Promise<LoginOutcome> {
    const device = await untilAborted(describeDevice(deviceIdentity, clock, signal), signal);
    if (superseded.aborted) return SUPERSEDED;
    const answer = await request(credentials, device, signal);
    if (answer.kind !== 'ok') return toLoginFailure(answer);
    // The server has started a session: it is stored or ended from here on, and an abort comes too late.
    const { tokens, user } = answer.value;
    const pair = serverTime.toPair(tokens, answer.sentAt);
    return withSessionLock(locks, clock, async () => {
      if (superseded.aborted) {
        void calls.logout(pair.accessToken);
        return SUPERSEDED;
      }
      const stored = { pair, user };
      const { warning, recorded } = vault.establish(stored, credentials.rememberMe, binding.readOffer(answer.said));
      controller.dispatch({ type: 'login-succeeded', stored, expiresAt: controller.getExpiry(pair), warning });
      await recorded;
      binding.register(answer.said, pair.accessToken, superseded);
      void binding.deliver();
      return { ok: true, user };
    });
  }

  return {
    async login(credentials, signal = new AbortController().signal) {
      signal.throwIfAborted();
      const superseded = controller.beginAttempt();
      controller.dispatch({ type: 'login-started' });
      let outcome: LoginOutcome;
      try {
        outcome = await attempt(credentials, superseded, signal);
      } catch (error) {
        if (signal.aborted) {
          if (!superseded.aborted) controller.dispatch({ type: 'login-failed', error: null });
          throw error;
        }
        report('login-broken', 'warn', { error: String(error) });
        outcome = toUnexpectedFailure(error);
      }
      if (outcome.ok) {
        report('login-succeeded', 'info');
        return outcome;
      }
      report('login-failed', 'warn', { code: outcome.code });
      if (superseded.aborted) return SUPERSEDED;
      controller.dispatch({ type: 'login-failed', error: outcome.message, code: outcome.code });
      return outcome;
    },
    async logout() {
      const stored = vault.peek();
      controller.beginAttempt();
      vault.clearLocal();
      controller.dispatch({ type: 'logged-out' });
      const endOnServer = async () => {
        if (!stored) return false;
        const answer = await calls.logout(stored.pair.accessToken);
        if (answer.kind === 'ok') return answer.value;
        report('logout-failed', 'warn', { outcome: answer.kind, ...('status' in answer && { status: answer.status }) });
        return false;
      };
      const [isEnded, handle] = await Promise.all([
        endOnServer(),
        // Under the lock: a tab that is just storing new tokens finishes first, and then those are removed too.
        withSessionLock(locks, clock, () => vault.clear(true)),
        // Without the lock: the page may be closed before it is granted.
        stored && vault.queueSignOut(stored.pair),
      ]);
      if (isEnded) await vault.dropRevocations((revocation) => revocation.handle === handle);
      else void binding.deliver();
    },
  };
}

/** Only the fields of the call: a device identity may know more of the device. */
function pickDeviceInfo(information: DeviceInfo): DeviceInfo {
  const { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution } = information;
  return { deviceType, deviceOS, deviceBrowser, deviceString, deviceCategory, language, screenResolution };
}
