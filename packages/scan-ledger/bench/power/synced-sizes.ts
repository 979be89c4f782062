/** What a trace says of a file: how long it is, and how much of it was synced. */
interface TracedFile {
  size: number;
  synced: number;
}

/** One finished system call: `name(arguments) = result`, and the sizes as it began. */
interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: string;
  readonly sizeAtStart: number;
}

/** The path that strace prints with a file descriptor. */
const pathOfDescriptor = (args: string) => /^\d+<([^>]*)>/.exec(args)?.[1] ?? '';

/**
 * How many bytes of each file were synced, by a trace of strace (`-f -y`). LevelDB only appends to its files, so that is
 * what a power cut leaves of them.
 * @param sizes the sizes of the files before, all of it on the disk
 */
export function syncedSizes(trace: string, sizes: ReadonlyMap<string, number>): Map<string, number> {
  const files = new Map<string, TracedFile>([...sizes].map(([path, size]) => [path, { size, synced: size }]));
  const fileOf = (path: string): TracedFile => {
    const file = files.get(path) ?? { size: 0, synced: 0 };
    files.set(path, file);
    return file;
  };
  for (const call of readCalls(trace, (path) => files.get(path)?.size ?? 0)) apply(call, files, fileOf);
  return new Map([...files].map(([path, { synced }]) => [path, synced]));
}

function* readCalls(trace: string, sizeOf: (path: string) => number): Iterable<Call> {
  /** Calls that have begun, by process. */
  const begun = new Map<string, { readonly text: string; readonly size: number }>();
  for (const line of trace.split('\n')) {
    const [, id = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(text) ?? [];
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    if (start !== undefined) {
      begun.set(id, { text: start, size: sizeOf(pathOfDescriptor(start.slice(start.indexOf('(') + 1))) });
      continue;
    }
    const before = rest === undefined ? undefined : begun.get(id);
    const whole = before ? before.text + rest : text;
    const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\) += (.*)$/.exec(whole) ?? [];
    if (name !== '') yield { name, args, result, sizeAtStart: before?.size ?? sizeOf(pathOfDescriptor(args)) };
  }
}

function apply(
  { name, args, result, sizeAtStart }: Call,
  files: Map<string, TracedFile>,
  fileOf: (path: string) => TracedFile,
): void {
  if (result.startsWith('-1')) return;
  const path = pathOfDescriptor(args);
  const numbers = args.split(', ');
  switch (name) {
    case 'openat':
      if (args.includes('O_TRUNC')) files.set(pathOfDescriptor(result), { size: 0, synced: 0 });
      return;
    case 'write':
      fileOf(path).size += Number.parseInt(result, 10);
      return;
    case 'pwrite64':
      fileOf(path).size = Math.max(fileOf(path).size, Number(numbers.at(-1)) + Number.parseInt(result, 10));
      return;
    case 'ftruncate':
      fileOf(path).size = Number(numbers.at(-1));
      return;
    case 'fsync':
    case 'fdatasync':
      fileOf(path).synced = sizeAtStart;
      return;
    case 'rename':
    case 'renameat':
    case 'renameat2': {
      const [from = '', to = ''] = [...args.matchAll(/"([^"]*)"/g)].map(([, given]) => given);
      const moved = files.get(from);
      if (moved) files.set(to, moved);
      files.delete(from);
      return;
    }
  }
}
