import { apiErrorBody } from '@scantix/api-contract';
import { listWholeAudit } from '@scantix/api-contract/admin';
import type { Finding, HostileAnswer, HostileInput } from './hostile-input.ts';

/** What an answer must never tell of the program. */
const INTERNALS =
  /node_modules|\bat .{1,200}\.(ts|js):\d|syntax error at|violates|PGlite|kysely|ZodError|postgres:\/\//;

/** The host that inputs name in their headers. No answer may name it. */
export const FOREIGN_HOST = 'evil.example';

/** Judges an answer. Pure. */
export function findProblem(
  { as, request, expects, mayClose = false }: HostileInput,
  answer: HostileAnswer | undefined,
  secrets: readonly string[],
): Omit<Finding, 'input'> | undefined {
  if (!answer) {
    // The server may close the connection while a client is still sending a body that is too large.
    const isLarge = (request.body?.length ?? 0) > 60_000;
    return mayClose || (isLarge && expects !== 'unharmed')
      ? undefined
      : { kind: 'no answer', what: 'the connection was closed' };
  }
  const { status, head, text } = answer;
  const what = `${status} ${text.slice(0, 200)}`;
  if (status >= 500) return { kind: 'server error', what };
  const asked = `${decodeAgain(request.path)}\n${Object.values(request.headers ?? {}).join('\n')}\n${request.body ?? ''}${request.raw?.pieces ?? ''}`;
  // The operator's list has the lines of every domain.
  const hidden = request.path.startsWith(listWholeAudit.path) && as === 'operator' ? [] : secrets;
  const leaked = hidden.find((secret) => (text.includes(secret) || head.includes(secret)) && !asked.includes(secret));
  if (leaked) return { kind: 'leak', what: `tells ${leaked}: ${what}` };
  if (INTERNALS.test(text) || /x-injected/i.test(head)) return { kind: 'leak', what };
  if (`${head}\n${text}`.includes(FOREIGN_HOST) && !String(request.body ?? '').includes(FOREIGN_HOST))
    return { kind: 'leak', what: `names the host of the request: ${what}` };
  if (/^location$/im.test(head)) return { kind: 'accepted', what: `sends the caller elsewhere: ${what}` };
  if (typeof expects === 'function') {
    const taken = status < 300 ? takenFrom(answer, expects) : undefined;
    return taken === undefined ? undefined : { kind: 'accepted', what: taken };
  }
  if (typeof expects === 'number') return status === expects ? undefined : { kind: 'accepted', what };
  if (expects === 'unharmed') return undefined;
  if (status < 400) return { kind: 'accepted', what };
  // The contract forbids it whoever sends it: any other refusal hides whether it is taken.
  if ([401, 403, 429].includes(status) && as !== 'nobody') return { kind: 'not tried', what };
  return apiErrorBody.safeParse(parse(text)).success
    ? undefined
    : { kind: 'accepted', what: `not refused as said: ${what}` };
}

function takenFrom(answer: HostileAnswer, expects: (answer: HostileAnswer) => string | undefined): string | undefined {
  try {
    return expects(answer);
  } catch {
    return `not in the form of the contract: ${answer.text.slice(0, 200)}`;
  }
}

function decodeAgain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
