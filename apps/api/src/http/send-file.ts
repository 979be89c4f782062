import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { Log } from '../system/log.ts';
import type { AppEnv } from './app-env.ts';

/** What a file is sent with. */
export interface SendFileParts {
  readonly log: Pick<Log, 'warn'>;
  /** Milliseconds that the caller may take nothing. @default 30000 */
  readonly exportIdleMs?: number | undefined;
}

/** A file that is made while it is sent. */
export interface FileToSend {
  readonly context: Context<AppEnv>;
  readonly name: string;
  readonly type: string;
  /** Its parts. The next one is made once this one was taken. */
  readonly text: AsyncIterable<string>;
  /** Whether the caller may still have it. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Called once the answer is sent or broken off. */
  readonly onEnd: () => void;
}

/** What a caller on a slow network takes in time. */
const PIECE_BYTES = 65_536;

/**
 * Answers with a file to save. It is broken off when its caller takes nothing for a while, before a part that the caller may
 * no longer have, and when a part cannot be made.
 */
export function sendFile({ log, exportIdleMs = 30_000 }: SendFileParts, file: FileToSend): Response {
  const { context, name, type, text, mayGoOn, onEnd } = file;

  async function* encode(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    for await (const part of text) {
      if (!(await mayGoOn())) return breakOff();
      const encoded = encoder.encode(part);
      for (let at = 0; at < encoded.length; at += PIECE_BYTES) {
        const idle = setTimeout(breakOff, exportIdleMs);
        try {
          yield encoded.subarray(at, at + PIECE_BYTES);
        } finally {
          clearTimeout(idle);
        }
      }
    }
  }

  /** Logs an error and breaks off. If it left the stream, the server would print it with its message. */
  async function* encodeOrBreakOff(): AsyncGenerator<Uint8Array> {
    try {
      yield* encode();
    } catch (err) {
      // The caller has gone: Node throws the error that destroyed the stream into its source.
      if (bytes.destroyed) return;
      log.warn({ err }, 'file broken off');
      breakOff();
    }
  }

  const bytes = Readable.from(encodeOrBreakOff(), { objectMode: false }).once('close', onEnd);
  function breakOff(): void {
    // An answer without its end tells the caller that there would be more. A call within this process has no connection.
    const connection = context.env?.outgoing;
    if (connection) connection.destroy();
    else bytes.destroy(new Error('The file was broken off'));
  }
  return new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}
