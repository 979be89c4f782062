/**
 * Passwords of ten characters and more that lists of leaked ones begin with, and what people make of this product's name.
 * One sign repeated, and rows of digits or of keys, are found by {@link isCommon} itself.
 */
export const COMMON_PASSWORDS = new Set([
  ...['password12', 'password123', 'password1234', 'passwordpassword', 'passw0rd123', 'p@ssw0rd123', 'p@ssword123'],
  ...['qwerty12345', 'qwerty123456', 'qwertyqwerty', 'qwe123qwe123', '1q2w3e4r5t', '1q2w3e4r5t6y', '1qaz2wsx3edc'],
  ...[
    'zaq12wsxcde3',
    'abc1234567',
    'abcd123456',
    'a123456789',
    'aa12345678',
    'iloveyou12',
    'iloveyou123',
    'letmein123',
  ],
  ...[
    'welcome123',
    'welcome1234',
    'administrator',
    'admin12345',
    'admin123456',
    'changeme123',
    'changemenow',
    'football123',
  ],
  ...[
    'sunshine123',
    'princess123',
    'superman123',
    'basketball',
    'chocolate1',
    'fuckyou123',
    'michael123',
    'computer123',
  ],
  ...['trustno1trustno1', 'unbelievable', 'correcthorse', 'secret1234', 'starwars123', 'dragon12345', 'monkey12345'],
  ...[
    'passwort123',
    'hallo12345',
    'motdepasse',
    'motdepasse1',
    'contraseña',
    'contrasena1',
    'azertyuiop',
    'azerty12345',
  ],
  ...['scantix123', 'scantix1234', 'scantix2026', 'scanner123', 'tickets123', 'barcode123', 'eingang123', 'einlass123'],
]);
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];

/** Whether a password is one of those that are guessed first. */
export function isCommon(password: string): boolean {
  const folded = password.toLowerCase();
  return COMMON_PASSWORDS.has(folded) || new Set(folded).size < 3 || RUNS.some((run) => run.includes(folded));
}
