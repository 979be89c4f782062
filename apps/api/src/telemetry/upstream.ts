/** Where the proxy sends, and as whom. */
export interface Upstream {
  /** Whole: nothing of a caller's address gets into it. */
  readonly address: string;
  /** Sent in place of the caller's. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Which services the proxy serves; none: it is off. */
export interface TelemetryUpstreams {
  readonly axiom?: Upstream;
  readonly sentry?: Upstream;
}

/** What an operator sets. */
export interface TelemetrySettings {
  readonly axiomToken?: string | undefined;
  readonly axiomDataset?: string | undefined;
  readonly axiomUrl?: string | undefined;
  readonly sentryDsn?: string | undefined;
}

/**
 * Reads the settings.
 * @throws TypeError with the name of the wrong one, and without its value
 */
export function readUpstreams({
  axiomToken,
  axiomDataset = 'scantix-logs',
  axiomUrl = 'https://api.axiom.co',
  sentryDsn,
}: TelemetrySettings): TelemetryUpstreams {
  return {
    ...(axiomToken ? { axiom: axiomUpstream(axiomUrl, axiomDataset, axiomToken) } : {}),
    ...(sentryDsn ? { sentry: sentryUpstream(sentryDsn) } : {}),
  };
}

function axiomUpstream(url: string, dataset: string, token: string): Upstream {
  const { origin, pathname } = readUrl('TELEMETRY_AXIOM_URL', url);
  const path = `${pathname.replace(/\/$/, '')}/v1/datasets/${encodeURIComponent(dataset)}/ingest?timestamp-field=timestamp`;
  return { address: origin + path, headers: { Authorization: `Bearer ${token}` } };
}

/** A DSN is `https://KEY@HOST/PATH/PROJECT`; its envelopes go to `/PATH/api/PROJECT/envelope/`. */
function sentryUpstream(dsn: string): Upstream {
  const { origin, pathname, username } = readUrl('TELEMETRY_SENTRY_DSN', dsn);
  const [, path = '', project] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  if (!username || !project) throw new TypeError('TELEMETRY_SENTRY_DSN must be https://KEY@HOST/PROJECT');
  const address = `${origin}${path}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`;
  return { address, headers: { 'Content-Type': 'application/x-sentry-envelope' } };
}

function readUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new TypeError(`${name} must be an http or https URL`);
}
