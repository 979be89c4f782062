/** The signed-in clerk, as far as the ledger needs to know. */
export interface LedgerOwner {
  /** The domain whose scans and tickets this clerk may see. */
  readonly domain: string;
  /** The id of the domain, which stays when its name changes; missing where the server does not say, or not yet. */
  readonly domainId?: string | undefined;
  /** The id of the database in which the domain has that id. It tells a database that was made anew from another domain. */
  readonly epoch?: string | undefined;
  /** The login name; it becomes `claimed_by` of each scan. */
  readonly clerk: string;
  /** The clerk's id, which stays when the login name changes; sent with each scan where it is a UUID. */
  readonly clerkId?: string | undefined;
}
