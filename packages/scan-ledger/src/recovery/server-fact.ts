/** The key of the fact that holds what is known of the server of a domain. */
export const serverFact = (domain: string) => `server:${domain}`;
