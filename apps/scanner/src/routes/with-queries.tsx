import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, use, useState } from 'react';
import { KeptQueries } from './kept-queries.ts';

/** Around a view that asks the server: the library for that is loaded with the first of them. */
export function withQueries(View: ComponentType): ComponentType {
  return function ViewWithQueries() {
    const kept = use(KeptQueries);
    const [client] = useState(() => {
      kept.client ??= new QueryClient({
        defaultOptions: { queries: { retry: 1, staleTime: 10_000, networkMode: 'always' } },
      });
      return kept.client;
    });
    return (
      <QueryClientProvider client={client}>
        <View />
      </QueryClientProvider>
    );
  };
}
