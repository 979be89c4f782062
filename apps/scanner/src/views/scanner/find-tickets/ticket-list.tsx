import type { TicketSummary } from '@scantix/api-contract';
import { isolated } from '@scantix/i18n';
import { Button } from '@scantix/ui-shell/react';
import { useI18n } from '../../../hooks/use-i18n.ts';
import { seatOf } from '../../../verdict/use-verdict-words.ts';
import { REASON_WORDS, visibleBarcode } from '../../../verdict/verdict-words.ts';

interface TicketListProps {
  readonly tickets: readonly TicketSummary[];
  /** The barcodes of the chosen tickets. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** Called with an order whose tickets shall all be found. */
  readonly onOrder: (order: string) => void;
}

/** Tickets to choose from, those of one order together. */
export function TicketList({ tickets, chosen, onChoose, onOrder }: TicketListProps) {
  const i18n = useI18n();
  const add = (barcodes: readonly string[]) => onChoose(new Set([...chosen, ...barcodes]));
  const remove = (barcode: string) => onChoose(new Set([...chosen].filter((each) => each !== barcode)));
  return (
    <ul className="app-find__list" aria-label={i18n.t('Tickets')}>
      {byOrder(tickets).map(({ key, order, found }) => (
        <li key={key}>
          {order !== null && (
            <div className="app-find__order">
              <span>{i18n.t('Order {order}', { order })}</span>
              {found.length > 1 ? (
                <Button onClick={() => add(found.map(({ barcode }) => barcode))}>
                  {i18n.t('Choose all {count}', { count: found.length })}
                </Button>
              ) : (
                <Button onClick={() => onOrder(order)}>{i18n.t('Whole order')}</Button>
              )}
            </div>
          )}
          {found.map((ticket) => (
            <TicketChoice
              key={ticket.barcode}
              ticket={ticket}
              isChosen={chosen.has(ticket.barcode)}
              onChange={(isChosen) => (isChosen ? add([ticket.barcode]) : remove(ticket.barcode))}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

interface Order {
  readonly key: string;
  /** `null` for a ticket without an order. */
  readonly order: string | null;
  readonly found: readonly TicketSummary[];
}

function byOrder(tickets: readonly TicketSummary[]): readonly Order[] {
  const orders = new Map<string, Order>();
  for (const each of tickets) {
    const { order } = each.ticket;
    const key = order === null ? `ticket ${each.barcode}` : `order ${order}`;
    orders.set(key, { key, order, found: [...(orders.get(key)?.found ?? []), each] });
  }
  return [...orders.values()];
}

interface TicketChoiceProps {
  readonly ticket: TicketSummary;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function TicketChoice({ ticket: { barcode, status, inside, ticket }, isChosen, onChange }: TicketChoiceProps) {
  const i18n = useI18n();
  const state = status === 'valid' ? inside > 0 && i18n.t('Inside') : i18n.t(REASON_WORDS[status]);
  return (
    <label className="stx-checkbox app-find__ticket">
      <input type="checkbox" checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <b>{ticket.holder ?? visibleBarcode(barcode)}</b>
        <small>{[isolated(ticket.type), seatOf(ticket), state].filter(Boolean).join(' · ')}</small>
      </span>
    </label>
  );
}
