import { createContext, use } from 'react';
import type { AppServices } from './start-up.ts';

export const AppContext = createContext<AppServices | null>(null);

/** What start-up made and wired. */
export function useApp(): AppServices {
  const services = use(AppContext);
  if (!services) throw new Error('useApp() is called outside <App>.');
  return services;
}
