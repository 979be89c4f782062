export { createAppUpdateAtoms } from './create-app-update-atoms.ts';
export { createInstallPromptAtoms } from './create-install-prompt-atoms.ts';
