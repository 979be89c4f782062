/** All that is needed to decide without the server: loaded as one chunk, when somebody is signed in. */
export { createIndexedDbTicketStore } from '../tickets/create-indexed-db-ticket-store.ts';
export { createTickets } from '../tickets/create-tickets.ts';
export { decideOnDevice } from './decide-on-device.ts';
