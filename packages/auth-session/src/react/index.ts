export { type AuthSessionAtoms, createAuthSessionAtoms } from './create-auth-session-atoms.ts';
