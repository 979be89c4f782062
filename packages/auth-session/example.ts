import { createAuthSession, isSessionValid } from '@scantix/auth-session';
import { fakeDeviceIdentity } from '@scantix/auth-session/testing'; // in an app: who the device is

const session = createAuthSession({ baseUrl: 'https://scan.example', deviceIdentity: fakeDeviceIdentity });
await session.start(); // the start-up check: restored, refreshed or signed out

const outcome = await session.login({ clerk: 'ada', password: 'secret', rememberMe: true });
console.log(outcome.ok ? outcome.user.clerk : outcome.message);
const response = await session.fetchWithSession('https://scan.example/config/v0/scanner');
console.log(response.status, isSessionValid(session.getSnapshot(), Date.now())); // 200, true
await session.logout();
console.log(session.getSnapshot().status); // 'signed-out'
