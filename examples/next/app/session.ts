import { createAuthSession } from '@scantix/auth-session';
import { createDeviceIdentity } from '@scantix/device-id';

const deviceIdentity = createDeviceIdentity();
export const session = createAuthSession({ baseUrl: process.env.NEXT_PUBLIC_SCANTIX_URL ?? '/', deviceIdentity });
