import { createContext, use } from 'react';
import type { AppServices, StartServices } from './services.ts';

export const StartContext = createContext<StartServices | null>(null);
export const AppContext = createContext<AppServices | null>(null);

/** What start-up made: all that there is before somebody has signed in. */
export function useStart(): StartServices {
  const services = use(StartContext);
  if (!services) throw new Error('useStart() is called outside <App>.');
  return services;
}

/** Everything that the views of somebody signed in work with. */
export function useApp(): AppServices {
  const services = use(AppContext);
  if (!services) throw new Error('useApp() is called where nobody is signed in.');
  return services;
}
