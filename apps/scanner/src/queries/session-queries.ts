import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/** The query client of one session, created by the first view that needs it, so that no answer outlives the session. */
export const SessionQueries = createContext<{ client?: QueryClient }>({});
