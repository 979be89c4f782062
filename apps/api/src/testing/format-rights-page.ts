import type { CallNeeds, Endpoint } from '@scantix/api-contract';
import type { Target } from './call-attempts.ts';

/** One call for one target, with its outcome for each column. */
export interface MatrixRow {
  readonly call: string;
  readonly endpoint: Endpoint;
  readonly target: Target;
  readonly cells: string[];
}

/** The page of every call by every right. */
export function formatRightsPage(rows: readonly MatrixRow[], columns: readonly string[]): string {
  const head = ['call', 'needs', 'names', ...columns];
  const lines = rows.map(({ call, endpoint, target, cells }, index) => {
    const isFirst = rows[index - 1]?.call !== call;
    const isOnly = isFirst && rows[index + 1]?.call !== call;
    return [isFirst ? `\`${call}\`` : '', isFirst ? formatNeeds(endpoint.needs) : '', isOnly ? '' : target, ...cells];
  });
  return `${INTRODUCTION}\n${formatTable([head, ...lines])}`;
}

function formatNeeds(needs: CallNeeds): string {
  if (needs === 'operate') return 'the operator';
  return typeof needs === 'string' ? needs : needs.map((right) => `\`${right}\``).join(' or ');
}

/** Pads the columns, as the formatter does. */
function formatTable(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [head = '', ...rest] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`, ...rest].join('');
}

const INTRODUCTION = `# Rights

Every call by every right, written by its test: \`apps/api/src/http/rights-matrix.test.ts\` makes each call as each column
and fails where this page says something else; \`vitest run --project unit -u\` with that file writes it anew. What the
rights mean is in [api-contract](../packages/api-contract/README.md#rights), why they are as they are in
[0031](decisions/0031-rights-belong-to-the-workgroup.md) and
[0032](decisions/0032-scans-outside-rights-are-recorded.md).

\`needs\` is the contract's entry. \`names\`: what the call names belongs to a checkpoint of the clerk's workgroup (\`own\`), to
another checkpoint of the domain (\`elsewhere\`), or to another domain (\`foreign\`); \`claimed\` is \`own\`, claimed in the name
of the clerk with all rights who made the scan. \`yes\`: answered. \`nothing\`: answered without what it names. \`no ticket\`:
recorded, and the answer tells nothing of the ticket but the reason. \`marked\`: recorded and marked. \`rejected\`, \`refused\`:
answered so for this scan or undo. A number is the HTTP status of a refusal. The scans that are taken back are somebody else's; no segment has the address that
\`getSnapshotSegment\` names. The operator calls through the admin socket or the command line, without a session: the calls of the app
are not for the operator ([0033](decisions/0033-the-operator-and-the-command-line.md)).
`;
