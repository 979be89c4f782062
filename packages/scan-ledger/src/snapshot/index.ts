/** All that is needed for deciding without the server: loaded as one, when somebody is signed in. */
export { decideOnDevice } from '../decide/decide-on-device.ts';
export { createIndexedDbTicketStore } from './create-indexed-db-ticket-store.ts';
export { createTickets } from './create-tickets.ts';
