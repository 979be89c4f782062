import {
  type Endpoint,
  HEADERS,
  login,
  NEW_PASSWORD,
  refresh,
  registerDeviceKey,
  WAITING_HEADER,
} from '@scantix/api-contract';

/** A header by its name, with what it says. */
export type HeaderTable = Readonly<Record<string, string>>;

const SIGN_IN: HeaderTable = {
  'X-Device-Id': 'The id of the device; the same as `device_id`. Not read by this server.',
  'X-Device-Fingerprint': 'The fingerprint of the browser. Not read by this server.',
};

const OWN: HeaderTable = {
  [HEADERS.build]: 'The build of the app, for the log.',
  [HEADERS.wire]: 'The highest wire version that the caller reads. Absent: 0.',
  [WAITING_HEADER]: 'How many scans wait on the device.',
};

const PROOF: HeaderTable = {
  [HEADERS.proof]: 'A proof of the device’s key (ProofClaims, signed with ES256), for a session that is bound to one.',
};

/** The headers that a request may have, beside the body's and the bearer token. */
export function requestHeaders(endpoint: Endpoint): HeaderTable {
  if (endpoint === (login as Endpoint)) return SIGN_IN;
  if (endpoint === (refresh as Endpoint)) return PROOF;
  return endpoint.foreign || endpoint.needs === 'operate' ? {} : OWN;
}

/** Of every answer. */
const ALL: HeaderTable = {
  'X-Request-Id': 'The id of the request, which its lines in the log have, too.',
  Date: 'The server’s clock, by which a device corrects its own.',
};

const SESSION: HeaderTable = {
  [HEADERS.epoch]: 'The id of the database. Another one: restored elsewhere, or a new installation.',
  [HEADERS.receipt]:
    'The number of the newest change by the session’s device when the call began. Lower than before: the database was restored.',
  [HEADERS.serverBuild]: 'The build of the server.',
  [HEADERS.wipe]: 'The id of the order to wipe the device. Absent: none.',
};

const DEVICE_KEY: HeaderTable = {
  [HEADERS.deviceKey]:
    '`register`: the session may be bound to a key. `prove`: the refresh needs a proof, or one of now.',
};

const UNAUTHENTICATED: HeaderTable = { 'WWW-Authenticate': '`Bearer`' };

const NO_SIGN_IN: HeaderTable = {
  [HEADERS.signIn]: `Of a sign-in, \`${NEW_PASSWORD}\`: the password is right and has to be replaced first.`,
};

/** The headers of an answer to a call. */
export function answerHeadersOf(endpoint: Endpoint): HeaderTable {
  const { needs, foreign } = endpoint;
  return {
    ...ALL,
    ...(needs === 'anybody' || foreign ? {} : SESSION),
    ...([login, refresh, registerDeviceKey].some((one) => one.path === endpoint.path) ? DEVICE_KEY : {}),
    ...(endpoint === (login as Endpoint)
      ? { [HEADERS.revocation]: 'The handle that ends the session and can do nothing else.' }
      : {}),
  };
}

/** A conflict ends by itself where a key has to be old enough. */
const COME_BACK = [409, 429, 503];

/** The headers that a refusal with this status may have. */
export function refusalHeaders(status: number): HeaderTable {
  return {
    ...ALL,
    ...SESSION,
    ...(status === 401 ? UNAUTHENTICATED : {}),
    ...(status === 403 ? NO_SIGN_IN : {}),
    ...(status === 428 ? DEVICE_KEY : {}),
    ...(COME_BACK.includes(status) ? { 'Retry-After': 'In how many seconds to come back, if that is known.' } : {}),
  };
}

/** Headers as OpenAPI has them. */
export function headerTable(headers: HeaderTable) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}
