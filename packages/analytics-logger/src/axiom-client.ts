import { AxiomWithoutBatching, ContentType } from '@axiomhq/js';
import type { AxiomClient, AxiomClientOptions } from './axiom-sink.ts';

/** Axiom's client, loaded late as a chunk of its own. */
export function createAxiomClient(options: AxiomClientOptions): AxiomClient {
  const axiom = new AxiomWithoutBatching(options);
  const fields = { timestampField: 'timestamp' };
  return { ingest: (dataset, lines) => axiom.ingestRaw(dataset, lines, ContentType.NDJSON, undefined, fields) };
}
