import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** The receiver has an address that messages are not sent to. */
export class ReceiverRefusedError extends Error {
  override readonly name = 'ReceiverRefusedError';
}

const MAX_URL_LENGTH = 2_000;

/** What no public receiver has: the special ranges of IANA's registries (RFC 6890 and later). */
const SPECIAL = new BlockList();
for (const [range, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(range, bits, 'ipv4');
}
// Within 2000::/3, the only range of public addresses: special ones, and tunnels to any IPv4 address.
for (const [range, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL.addSubnet(range, bits, 'ipv6');
}
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');

/** Whether anybody on the internet could have this address. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !SPECIAL.check(address, 'ipv4');
  return PUBLIC_V6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

interface AddressRules {
  /** Whether receivers in the operator's own network are allowed, over http too. */
  readonly allowPrivate: boolean;
}

const mayReach = (address: string, protocol: string, { allowPrivate }: AddressRules) =>
  isPublicAddress(address) ? protocol === 'https:' : allowPrivate;

/**
 * Reads the address of a receiver.
 * @throws ReceiverRefusedError with a message for the operator
 */
export function readReceiverUrl(text: string, rules: AddressRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.href.length > MAX_URL_LENGTH) throw new ReceiverRefusedError('The address is not a URL');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.allowPrivate)) {
    throw new ReceiverRefusedError('The address must begin with https://');
  }
  if (url.username || url.password) throw new ReceiverRefusedError('The address must have no user name or password');
  url.hash = '';
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !mayReach(literal, url.protocol, rules)) throw refused();
  return url;
}

function refused(): ReceiverRefusedError {
  return new ReceiverRefusedError('The address is in a private network, or public without https');
}

/**
 * Resolves a receiver's name for the connection that is about to be made. What is checked is what is connected to, so a
 * name that resolves to something else a moment later gains nothing.
 */
export function createReceiverLookup(
  protocol: string,
  rules: AddressRules,
  resolve: typeof lookup = lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (!addresses.every(({ address }) => mayReach(address, protocol, rules))) return callback(refused(), '', 0);
      const [first] = addresses;
      if (options.all || !first) callback(null, addresses, 0);
      else callback(null, first.address, first.family);
    });
  };
}
