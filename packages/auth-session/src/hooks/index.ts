'use client';

export { useIsSessionValid, useSession, useSessionUser } from './use-session.ts';
