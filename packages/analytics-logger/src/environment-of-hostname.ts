const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|.+\.(?:localhost|local|test))$/;
const STAGING = /(?:^|[.-])(?:staging|stage|qa|uat|dev|test|preview)(?:[.-]|\d|$)/;

/** The environment of a host, by its name. */
export function environmentOfHostname(hostname: string): 'development' | 'staging' | 'production' {
  const name = hostname.toLowerCase();
  if (name === '' || LOCAL.test(name)) return 'development';
  return STAGING.test(name) ? 'staging' : 'production';
}
