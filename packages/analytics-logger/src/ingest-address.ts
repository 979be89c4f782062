/** The query parameter that makes the service read the time from our own field. */
const TIMESTAMP = '?timestamp-field=timestamp';

/** The address that Axiom's client uses: a URL with a path, a proxy's, is used unchanged. */
export function ingestAddress(dataset: string, url: string | undefined): string {
  const base = new URL(url ?? 'https://api.axiom.co');
  const path = base.pathname.replace(/\/+$/, '');
  return base.origin + (path || `/v1/datasets/${dataset}/ingest`) + TIMESTAMP;
}
