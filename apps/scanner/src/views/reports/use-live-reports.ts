import { apiAddress, watchReports } from '@scantix/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect } from 'react';
import { useApp } from '../../services/app-context.ts';

const RETRY_MS = 5_000;

/**
 * Reads the numbers again when the server reports a change, while the view is mounted.
 * @param restMs how long after one reading the next begins, in milliseconds @default at once
 */
export function useLiveReports(restMs = 0): void {
  const { configuration, session } = useApp();
  const queries = useQueryClient();
  useEffect(() => {
    const unmounted = new AbortController();
    const readAgain = oneAtATime(async () => {
      if (unmounted.signal.aborted) return;
      await queries.invalidateQueries({ queryKey: ['reports'] });
      await pause(restMs, unmounted.signal);
    });
    /** Whether changes may have been missed while there was no connection. */
    let missed = false;
    const listen = async () => {
      try {
        // `fetch` instead of EventSource, because the token belongs in a header, not in the address.
        const response = await session.fetchWithSession(apiAddress(configuration.apiBaseUrl, watchReports.path), {
          headers: { Accept: 'text/event-stream' },
          signal: unmounted.signal,
        });
        if (!response.ok || !response.body) return;
        if (missed) readAgain();
        missed = false;
        const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
        for (let reader = events.getReader(); !(await reader.read()).done; ) readAgain();
      } catch {
        // The connection was lost. The numbers keep their time, and the connection is retried.
      }
    };
    const keepListening = async () => {
      while (!unmounted.signal.aborted) {
        await listen();
        if (unmounted.signal.aborted) return;
        // Once per lost connection: reading on each retry would only repeat the view's own interval.
        if (!missed) readAgain();
        missed = true;
        await pause(RETRY_MS, unmounted.signal);
      }
    };
    void keepListening();
    return () => unmounted.abort();
  }, [configuration, queries, restMs, session]);
}

/** Runs `work` again after the current run if it was requested meanwhile. A second run at once would cancel the first. */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let requested = false;
  let running = false;
  return async () => {
    requested = true;
    if (running) return;
    running = true;
    while (requested) {
      requested = false;
      await work();
    }
    running = false;
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
