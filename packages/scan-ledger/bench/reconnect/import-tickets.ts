import { importTickets } from '@scantix/api-contract';
import type { SignedIn } from '../domain.ts';

/** Adds tickets `{prefix}-0` and so on by the API's own import, which any database takes. */
export async function addTicketsByImport(
  origin: string,
  { token }: SignedIn,
  { prefix, count }: { prefix: string; count: number },
): Promise<void> {
  const line = (_: unknown, n: number) =>
    `${JSON.stringify({ barcode: `${prefix}-${n}`, holder: `Visitor ${n}`, type: 'Day ticket', order: `R-${n >> 1}` })}\n`;
  const answer = await fetch(`${origin}${importTickets.path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
    body: Array.from({ length: count }, line).join(''),
  });
  const { created } = importTickets.response.parse(await answer.json());
  if (created !== count) throw new Error(`Only ${created} of ${count} tickets were imported.`);
}
