/** The key of the fact that holds what is known of the server of a domain. */
export const serverFact = (domain: string) => `server:${domain}`;

/** The key of the fact that holds the names of the domains. */
export const DOMAINS_FACT = 'domains';
