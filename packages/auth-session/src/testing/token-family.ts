/** The tokens of one sign-in, generation by generation. */
export interface TokenFamily {
  getAccessToken(generation: number): string;
  getRefreshToken(generation: number): string;
  /** Whether the refresh token is of this family. */
  issued(refreshToken: string): boolean;
  /** Whether the access token is of this family and the family is not revoked. */
  accepts(accessToken: string): boolean;
  /** The generation that a refresh token is exchanged for: a new one, or the newest again while its token is unused. */
  rotate(refreshToken: string): number | 'revoked' | 'unknown';
  revoke(): void;
  /** How often a token older than the parent was presented; each of them revokes the family. */
  countStale(): number;
}

/** Rotation as in the reference backend: the immediate parent is valid until its child is first used. */
export function createTokenFamily(id: number): TokenFamily {
  let newest = 0;
  let isNewestUsed = true;
  let isRevoked = false;
  let stale = 0;
  const getAccessToken = (generation: number) => `access-${id}-${generation}`;
  return {
    getAccessToken,
    getRefreshToken: (generation) => `refresh-${id}-${generation}`,
    issued: (refreshToken) => refreshToken.startsWith(`refresh-${id}-`),
    accepts(accessToken) {
      if (isRevoked || !accessToken.startsWith(`access-${id}-`)) return false;
      if (accessToken === getAccessToken(newest)) isNewestUsed = true;
      return true;
    },
    rotate(refreshToken) {
      const [kind, family, text] = refreshToken.split('-');
      const generation = Number(text);
      if (kind !== 'refresh' || family !== String(id)) return 'unknown';
      if (isRevoked) return 'revoked';
      if (generation === newest - 1 && !isNewestUsed) return newest;
      if (generation !== newest) {
        stale += 1;
        isRevoked = true;
        return 'revoked';
      }
      newest += 1;
      isNewestUsed = false;
      return newest;
    },
    revoke() {
      isRevoked = true;
    },
    countStale: () => stale,
  };
}
