import { createDeviceIdentity } from '@scantix/device-id';

const identity = createDeviceIdentity();
identity.start();

const deviceId = await identity.getDeviceId(); // '<fingerprint>.<random>'
const fingerprint = await identity.getFingerprint();
console.log(deviceId.startsWith(`${fingerprint}.`)); // true

const { deviceString, screenResolution } = await identity.getDeviceInformation();
console.log(deviceString, screenResolution); // 'Windows PC (Chrome)', '1440x900'
