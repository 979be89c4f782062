import { needsAgreement } from '../model/symbologies.ts';
import type { DecodedCode } from './barcode-read.ts';

/** A code that enough frames have shown. */
export interface AgreedCode {
  readonly code: DecodedCode;
  readonly frames: number;
  /** When the first of the agreeing frames was taken, in milliseconds. */
  readonly firstSeenAt: number;
}

/** A key for codes of the same symbology and text. */
export function identityOf(code: Pick<DecodedCode, 'symbology' | 'text'>): string {
  return `${code.symbology}:${code.text}`;
}

/** When two frames agree. */
export interface AgreementOptions {
  /** Frames agree when at most this many milliseconds lie between them. @default 1000 */
  readonly windowMs?: number;
}

/**
 * Believes a code with a strong check at once, and a code with a weak check when two frames within `windowMs` agree.
 *
 * The same misread of a weak code rarely happens twice; a correct read does.
 */
export function createAgreement({ windowMs = 1000 }: AgreementOptions = {}) {
  const candidates = new Map<string, { frames: number; firstSeenAt: number; lastSeenAt: number }>();

  return {
    /** Takes the codes of the frame taken at `at` (milliseconds). @returns those that are believed now */
    observe(codes: readonly DecodedCode[], at: number): AgreedCode[] {
      for (const [identity, candidate] of candidates) {
        if (at - candidate.lastSeenAt > windowMs) candidates.delete(identity);
      }
      const agreed: AgreedCode[] = [];
      // A frame may show a code, or a misread, twice: it still counts as one frame.
      const unique = new Map(codes.map((code) => [identityOf(code), code]));
      for (const [identity, code] of unique) {
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
