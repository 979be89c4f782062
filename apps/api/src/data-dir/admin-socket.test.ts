import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adminSocketPath, SocketPathError } from './admin-socket.ts';

describe('the path of the admin socket', () => {
  test('stands in the data folder', () => {
    expect(adminSocketPath('/var/lib/scantix')).toBe('/var/lib/scantix/admin.sock');
  });

  test('begins at the working folder where the whole of it is too long', () => {
    const deep = join(process.cwd(), 'x'.repeat(91));
    expect(adminSocketPath(deep)).toBe(join(relative('', deep), 'admin.sock'));
    expect(() => adminSocketPath(`${deep}x`)).not.toThrow();
  });

  test('is refused in one line with its length where both are too long', () => {
    expect(() => adminSocketPath(`/${'ö'.repeat(48)}`)).toThrow(SocketPathError);
    expect(() => adminSocketPath(`/${'ö'.repeat(48)}`)).toThrow('has 108 bytes. Every operating system takes 103');
  });
});
