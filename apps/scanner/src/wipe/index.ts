/** All that sweeps and wipes this device: one chunk, loaded when the page is quiet. */
export { beginWipe } from './begin-wipe.ts';
export { careForDevice } from './care-for-device.ts';
export { finishWipe } from './finish-wipe.tsx';
