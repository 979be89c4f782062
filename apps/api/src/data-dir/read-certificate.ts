import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Clock } from '../system/clock.ts';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const LIFETIME_DAYS = 365;
const RENEWED_BEFORE_EXPIRY_MS = 7 * 24 * 3_600_000;

/**
 * Reads a self-signed certificate for the given addresses from the data folder, so that a phone accepts it only once. It
 * is created on first use, and again if it is damaged, lacks an address or expires soon.
 */
export async function readCertificate(
  dataDir: string,
  { addresses, clock }: { addresses: readonly string[]; clock: Clock },
): Promise<Certificate> {
  const files = { cert: join(dataDir, 'certificate.pem'), key: join(dataDir, 'certificate-key.pem') };
  const stored = readStored(files);
  if (stored && isUsable(stored, addresses, clock)) return stored;
  const made = await generate([{ name: 'commonName', value: 'Scantix' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(clock.now() - 3_600_000),
    notAfterDate: new Date(clock.now() + LIFETIME_DAYS * 24 * 3_600_000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [{ type: 2 as const, value: 'localhost' }, ...addresses.map((ip) => ({ type: 7 as const, ip }))],
      },
    ],
  });
  writeFileSync(files.key, made.private, { mode: 0o600 });
  writeFileSync(files.cert, made.cert);
  return { cert: made.cert, key: made.private };
}

function readStored({ cert, key }: { cert: string; key: string }): Certificate | null {
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } catch {
    return null;
  }
}

function isUsable({ cert, key }: Certificate, addresses: readonly string[], clock: Clock): boolean {
  try {
    const certificate = new X509Certificate(cert);
    return (
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      certificate.validToDate.getTime() - clock.now() > RENEWED_BEFORE_EXPIRY_MS &&
      addresses.every((address) => certificate.checkIP(address) !== undefined)
    );
  } catch {
    // Damaged files, as a full disk leaves them.
    return false;
  }
}
