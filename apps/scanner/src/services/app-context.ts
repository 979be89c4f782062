import { createContext, use } from 'react';
import type { AppServices, StartServices } from './services.ts';

export const StartContext = createContext<StartServices | null>(null);
export const AppContext = createContext<AppServices | null>(null);

/** The services that exist before the first sign-in. */
export function useStart(): StartServices {
  const services = use(StartContext);
  if (!services) throw new Error('useStart() is called outside <App>.');
  return services;
}

/** All services; only for views of signed-in users. */
export function useApp(): AppServices {
  const services = use(AppContext);
  if (!services) throw new Error('Nobody is signed in.');
  return services;
}
