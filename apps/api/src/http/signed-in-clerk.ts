/** The clerk who makes a call, read from the database at every call. */
export interface SignedInClerk {
  readonly id: string;
  readonly login: string;
  readonly userName: string;
  readonly domainId: string;
  readonly domain: string;
  readonly ticketing: 'on' | 'off';
  readonly workgroupId: string;
  readonly workgroup: string;
  readonly sessionId: string;
}
