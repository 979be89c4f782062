export { createNetworkSpeed, type NetworkSpeed, type NetworkSpeedOptions } from './create-network-speed.ts';
export { measureRoundTrip, type RoundTripOptions } from './measure-round-trip.ts';
export { reportWebVitals, type WebVitals } from './report-web-vitals.ts';
