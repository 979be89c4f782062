import type { Database } from '../../database/tables.ts';
import type { TestDomain } from '../test-domains.ts';

/** Stands in every text of the other domain. No input has it. */
export const SECRET_WORD = 'Quetzalcoatlus';
const SECRET_TICKET = 'FOREIGN-TICKET-1';

/** Writes a word into every text of a domain, and gives it a ticket. */
export async function plantSecrets(db: Database, domain: TestDomain): Promise<void> {
  const of = (name: string) => `${name} ${SECRET_WORD}`;
  await db
    .updateTable('domains')
    .set({ name: of('Domain') })
    .where('id', '=', domain.id)
    .execute();
  for (const { id, name } of [...domain.gates, domain.backstage]) {
    await db
      .updateTable('checkpoints')
      .set({ name: of(name) })
      .where('id', '=', id)
      .execute();
  }
  for (const { id, login } of [domain.clerk, domain.colleague]) {
    await db
      .updateTable('clerks')
      .set({ user_name: of(login) })
      .where('id', '=', id)
      .execute();
  }
  for (const { id, name } of await db
    .selectFrom('workgroups')
    .selectAll()
    .where('domain_id', '=', domain.id)
    .execute()) {
    await db
      .updateTable('workgroups')
      .set({ name: of(name) })
      .where('id', '=', id)
      .execute();
  }
  const place = { section: of('Section'), seat: of('Seat') };
  const texts = { holder: of('Holder'), type: of('Type'), note: of('Note'), order_name: of('Order'), ...place };
  await domain.addTicket(SECRET_TICKET, texts);
}

/** What an answer to another domain must not have, unless its request has it. */
export function secretsOf({ id, gates, backstage, clerk, colleague }: TestDomain): string[] {
  const ids = [id, ...gates.map((gate) => gate.id), backstage.id, clerk.id, colleague.id];
  return [SECRET_WORD, SECRET_TICKET, clerk.login, colleague.login, ...ids];
}
