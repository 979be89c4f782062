const UNSEEN = /^[\s\p{DI}]+|[\s\p{DI}]+$/gu;

/** A text without the spaces, and the characters that nobody sees, at both ends: what is copied may bring them. */
export const trimmed = (text: string): string => text.replace(UNSEEN, '');
