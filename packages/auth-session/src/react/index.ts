export { createAuthSessionAtoms } from './create-auth-session-atoms.ts';
