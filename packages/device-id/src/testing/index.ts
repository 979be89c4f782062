export { createFakeDeviceIdentity } from './create-fake-device-identity.ts';
export {
  type IdentityRecord,
  type IdentityRecordStore,
  identityRecordStoreContract,
  type RecordStoreHarness,
} from './identity-record-store-contract.ts';
