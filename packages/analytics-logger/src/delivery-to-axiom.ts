import { whenPainted } from '@scantix/runtime-utils';
import { type AxiomModule, createAxiomSink } from './axiom-sink.ts';
import type { BatchSink } from './batch-sink.ts';
import { createEventDelivery, type EventDelivery, type EventDeliveryOptions } from './event-delivery.ts';
import type { LogService } from './keepalive-sink.ts';

interface DeliveryOptions extends Omit<EventDeliveryOptions, 'sink'> {
  readonly service: LogService;
  readonly load: (() => Promise<AxiomModule>) | undefined;
  /** Where batches go, in place of Axiom. */
  readonly sink: BatchSink | undefined;
}

async function loadAxiom(): Promise<AxiomModule> {
  await whenPainted();
  return import('./axiom-client.ts');
}

/** The delivery to Axiom, or to the sink in its place. This module is one chunk with what it imports, which is loaded late. */
export function createDelivery({ service, load = loadAxiom, sink, ...options }: DeliveryOptions): EventDelivery {
  return createEventDelivery({ ...options, sink: sink ?? createAxiomSink({ ...service, load }) });
}
