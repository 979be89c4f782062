/** SHA-256 in base64, or null where a page is not secure and has no `crypto.subtle`: then there is no rotation record. */
export async function hashToken(token: string): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(token));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
