import type { Outcome, Reason } from '@scantix/api-contract';
import { html, raw } from 'hono/html';
import type { ShowcaseTicket } from './showcase-tickets.ts';
import { drawSymbol, symbologyName } from './ticket-symbol.ts';

/** A card: a ticket and its current verdict. */
export interface TicketCard {
  readonly ticket: ShowcaseTicket;
  readonly now: { readonly outcome: Outcome; readonly reason: Reason };
}

const WORDS: Readonly<Record<Outcome, string>> = {
  accepted: 'Accepted',
  attention: 'Attention',
  refused: 'Refused',
  undecided: 'Undecided',
};

const REASONS: Readonly<Partial<Record<Reason, string>>> = {
  ok: 'Good ticket',
  needs_attention: 'Note for staff',
  already_used: 'Already used',
  unknown_code: 'Unknown code',
  cancelled: 'Cancelled',
  blocked: 'Blocked',
  unpaid: 'Not paid',
  not_yet_valid: 'Not yet valid',
  expired: 'Expired',
  wrong_checkpoint: 'Wrong checkpoint',
};

/** The verdict by shape and colour: a check in a circle, a mark in a triangle, a cross in an octagon. */
const ICONS: Readonly<Record<Outcome, string>> = {
  accepted: '<circle cx="12" cy="12" r="10.5"/><path d="M7.2 12.4l3.3 3.3 6.3-7"/>',
  attention: '<path d="M12 2.2 22.6 21H1.4z"/><path d="M12 9v5.4m0 2.6v.6"/>',
  refused: '<path d="M7.7 1.5h8.6l6.2 6.2v8.6l-6.2 6.2H7.7l-6.2-6.2V7.7z"/><path d="M8.2 8.2l7.6 7.6m0-7.6l-7.6 7.6"/>',
  undecided: '<circle cx="12" cy="12" r="10.5"/><path d="M7 12h10"/>',
};

/** The printable page: every card with a real code. */
export function renderTicketsPage({ checkpoint, cards }: { checkpoint: string; cards: readonly TicketCard[] }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Demo tickets, Scantix</title>
        <link rel="stylesheet" href="/demo/tickets.css" />
      </head>
      <body>
        <header>
          <h1>Demo tickets</h1>
          <p>
            Harbour Lights, scanned at <b>${checkpoint}</b> in the mode <b>entry</b>. Each card says what its code gives
            now: a ticket that has been let in says <i>Already used</i> after a reload. Print the page, or hold a phone
            in front of it.
          </p>
        </header>
        <main>${cards.map(renderCard)}</main>
      </body>
    </html>`;
}

function renderCard({ ticket, now }: TicketCard) {
  const { code, symbology, hint } = ticket;
  const holder = ticket.ticket ? `${ticket.ticket.holder}, ${ticket.ticket.type}` : 'Nobody’s ticket';
  const place = [ticket.ticket?.section, ticket.ticket?.seat].filter(Boolean).join(', ');
  return html`<article class="card ${now.outcome}">
    <h2>
      <svg viewBox="0 0 24 24" aria-hidden="true">${raw(ICONS[now.outcome])}</svg>
      <span><b>${WORDS[now.outcome]}</b> ${REASONS[now.reason] ?? now.reason}</span>
    </h2>
    <div class="symbol ${symbology}" role="img" aria-label="${symbologyName(symbology)}: ${code}">
      ${raw(drawSymbol(ticket))}
    </div>
    <code>${code}</code>
    <p class="symbology">${symbologyName(symbology)}</p>
    <p>${holder}</p>
    ${place ? html`<p>${place}</p>` : ''}
    ${hint ? html`<p class="hint">${hint}</p>` : ''}
  </article>`;
}
