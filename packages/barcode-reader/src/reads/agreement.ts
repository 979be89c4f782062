import { needsAgreement } from '../model/symbologies.ts';
import type { DecodedCode } from './barcode-read.ts';

/** A code that has been seen often enough to be believed. */
export interface AgreedCode {
  readonly code: DecodedCode;
  readonly frames: number;
  /** When the first of the agreeing frames was taken, in milliseconds. */
  readonly firstSeenAt: number;
}

/** Which codes are the same: the kind and the whole text. */
export function identityOf(code: Pick<DecodedCode, 'symbology' | 'text'>): string {
  return `${code.symbology}:${code.text}`;
}

/** What counts as agreement. */
export interface AgreementOptions {
  /** How many milliseconds two frames may lie apart and still speak of the same code. @default 1000 */
  readonly windowMs?: number;
}

/**
 * Believes a code with a strong check at once, and one of the weak kinds when two frames agree that are not far apart.
 *
 * A misread of a weak code rarely happens twice the same way; a true read does.
 */
export function createAgreement({ windowMs = 1000 }: AgreementOptions = {}) {
  const candidates = new Map<string, { frames: number; firstSeenAt: number; lastSeenAt: number }>();

  return {
    /** Takes the codes of one frame taken at `at` (milliseconds) and returns those that are believed now. */
    observe(codes: readonly DecodedCode[], at: number): AgreedCode[] {
      for (const [identity, candidate] of candidates) {
        if (at - candidate.lastSeenAt > windowMs) candidates.delete(identity);
      }
      const agreed: AgreedCode[] = [];
      // A code may be there twice, or be misread twice the same way: one frame is one witness.
      const once = new Map(codes.map((code) => [identityOf(code), code]));
      for (const [identity, code] of once) {
        const candidate = candidates.get(identity) ?? { frames: 0, firstSeenAt: at, lastSeenAt: at };
        candidate.frames += 1;
        candidate.lastSeenAt = at;
        candidates.set(identity, candidate);
        if (candidate.frames >= 2 || !needsAgreement(code.symbology)) {
          agreed.push({ code, frames: candidate.frames, firstSeenAt: candidate.firstSeenAt });
        }
      }
      return agreed;
    },
    /** Forgets all candidates. */
    clear() {
      candidates.clear();
    },
  };
}
