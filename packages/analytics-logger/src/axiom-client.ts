/** The part of Axiom's client that is loaded late, as a chunk of its own. */
export { AxiomWithoutBatching, ContentType } from '@axiomhq/js';
