import { createAxiomSink } from '../src/axiom-sink.ts';
import type { BatchSink } from '../src/batch-sink.ts';
import { createKeepaliveSink } from '../src/keepalive-sink.ts';
import type { BatchSinkHarness } from '../src/testing/index.ts';

/** The two sinks that reach a service over HTTP, here the service at `origin`. */
export function httpHarnesses(origin: () => string): [name: string, BatchSinkHarness][] {
  const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);
  const load = () => import('../src/axiom-client.ts');
  const harness = (create: (at: { dataset: string; token: string; url: string }) => BatchSink): BatchSinkHarness => ({
    open() {
      const dataset = `contract-${crypto.randomUUID()}`;
      const control = `${origin()}/datasets/${dataset}`;
      return {
        sink: create({ dataset, token: 'xaat-ingest', url: origin() }),
        behave: async (conduct) => void (await fetch(control, { method: 'PUT', body: conduct })),
        accepted: async () => (await fetch(control)).json() as Promise<string[]>,
      };
    },
  });
  return [
    ["Axiom's client", harness((at) => createAxiomSink({ ...at, fetch, now: Date.now, load }))],
    ['a request that outlives the page', harness((at) => createKeepaliveSink({ ...at, fetch, now: Date.now }))],
  ];
}
