import { useQueryClient } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect } from 'react';
import { useApp } from '../../services/app-context.ts';

const RETRY_MS = 5_000;

/** Reads the numbers again whenever the server says that they have changed, for as long as the view is there. */
export function useLiveReports(): void {
  const { configuration, session } = useApp();
  const queries = useQueryClient();
  useEffect(() => {
    const gone = new AbortController();
    const readAgain = oneAtATime(() => queries.invalidateQueries({ queryKey: ['reports'] }));
    /** Whether something may have changed while nobody told. */
    let missed = false;
    const listen = async () => {
      try {
        // By `fetch`, so that the token stands in a header and not in an address.
        const response = await session.fetchWithSession(`${configuration.apiBaseUrl}/scantix/v0/reports/live`, {
          headers: { Accept: 'text/event-stream' },
          signal: gone.signal,
        });
        if (!response.ok || !response.body) return;
        if (missed) readAgain();
        missed = false;
        const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
        for (let reader = events.getReader(); !(await reader.read()).done; ) readAgain();
      } catch {
        // Cut off: the numbers keep their time, and the line is tried again.
      }
    };
    const keepListening = async () => {
      while (!gone.signal.aborted) {
        await listen();
        if (gone.signal.aborted) return;
        // Whether the numbers can still be had is for the view to know; a line that stays away asks no oftener than it.
        if (!missed) readAgain();
        missed = true;
        await pause(RETRY_MS, gone.signal);
      }
    };
    void keepListening();
    return () => gone.abort();
  }, [configuration, queries, session]);
}

/** What is asked for while it runs is done once more after it: a new reading would break off the one that runs. */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let wanted = false;
  let running = false;
  return async () => {
    wanted = true;
    if (running) return;
    running = true;
    while (wanted) {
      wanted = false;
      await work();
    }
    running = false;
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
