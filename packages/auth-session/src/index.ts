export { type AuthSession, createAuthSession } from './create-auth-session.ts';
