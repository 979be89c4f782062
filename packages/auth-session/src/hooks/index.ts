'use client';

export { useSecondsUntil } from './use-seconds-until.ts';
export { useIsSessionValid, useSession, useSessionUser } from './use-session.ts';
