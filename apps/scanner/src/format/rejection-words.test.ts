import { setupI18n } from '@lingui/core';
import { compileMessage } from '@scantix/i18n';
import { expect, test } from 'vitest';
import { rejectionWords } from './rejection-words.ts';

const messages = {
  'The server rejected this scan: {message}': 'El servidor no registró este escaneo: {message}',
  'Its version differs from that of this app': 'Su versión es distinta',
};
const i18n = setupI18n({ locale: 'es', messages: { es: messages } });
i18n.setMessagesCompiler(compileMessage);

test.each(['Invalid scan: symbology (invalid_value)', 'The server is newer than this app.'])(
  'a clerk reads in no other language why a server of another version rejected a scan: %s',
  (message) => {
    const words = rejectionWords(i18n, { code: 'invalid_request', message });
    expect(words).toBe('El servidor no registró este escaneo: su versión es distinta');
  },
);
