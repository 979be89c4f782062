export {
  createPreferenceStore,
  type PreferenceAtom,
  type PreferenceSave,
  type PreferenceStore,
  type PreferenceStoreOptions,
} from './create-preference-store.ts';
export type { PreferenceSchema, StorageEvents } from './stored-atom.ts';
