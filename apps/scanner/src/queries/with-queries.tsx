import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, use, useState } from 'react';
import { SessionQueries } from './session-queries.ts';

/** Wraps a view, or a part of one, that reads from the server. The query library loads with the first of them. */
export function withQueries<Props extends object>(View: ComponentType<Props>): ComponentType<Props> {
  return function ViewWithQueries(props) {
    const queries = use(SessionQueries);
    const [client] = useState(() => {
      queries.client ??= new QueryClient({
        defaultOptions: {
          queries: {
            retry: 1,
            staleTime: 10_000,
            networkMode: 'always',
            refetchOnReconnect: ({ state }) => state.status === 'error',
          },
        },
      });
      return queries.client;
    });
    return (
      <QueryClientProvider client={client}>
        <View {...props} />
      </QueryClientProvider>
    );
  };
}
