import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/** What the server has said in this session, once a view has asked it: gone with the session. */
export const KeptQueries = createContext<{ client?: QueryClient }>({});
