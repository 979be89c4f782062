export type { AppPage } from './app-page.ts';
export type { AppUpdateOptions } from './app-update-options.ts';
export { type AppUpdate, createAppUpdate } from './create-app-update.ts';
export {
  createInstallPrompt,
  type InstallPrompt,
  type InstallPromptOptions,
  type InstallState,
} from './create-install-prompt.ts';
export {
  createScriptUrlPolicy,
  type ScriptUrlPolicy,
  type ScriptUrlPolicyOptions,
} from './create-script-url-policy.ts';
export {
  type DeviceStorage,
  readStorageStatus,
  requestPersistentStorage,
  type StorageStatus,
} from './persistent-storage.ts';
export { type RemoveServiceWorkerOptions, removeServiceWorker } from './remove-service-worker.ts';
export type { UpdateState } from './update-state.ts';
