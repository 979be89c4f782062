import { createHmac } from 'node:crypto';
import type { ImportPreset } from './import-preset.ts';

/**
 * alf.io: _Tickets_, _Export_, as CSV. It has the tickets that are sold: cancelled ones are missing. The code shows the id, a
 * slash and a signature over reservation, id, name and e-mail; the file does not have it, so that the event's private key is
 * needed (`select private_key from event where short_name = '…'` in alf.io's database). A name that changes there changes the
 * code. Sources: `EventApiController.java`, `Ticket.java`, `NameNormalizer.java`, `ExportUtils.java` of alf.io.
 */
export const alfio: ImportPreset = {
  title: 'alf.io',
  howToExport: 'export the tickets as CSV with the columns ID, Category, Status, ReservationID, Full Name and E-Mail',
  fields: {
    barcode: [[['id']]],
    holder: [[['full name']], [['first name'], ['last name']]],
    type: [[['category']]],
    order: [[['reservationid']]],
  },
  code: {
    reason: 'alf.io signs the codes of its tickets',
    columns: [['reservationid'], ['id'], ['full name'], ['e-mail']],
    make([reservation = '', id = '', name = '', email = ''], key) {
      const signed = [reservation, id, fold(name), email.toLowerCase()].join('/');
      return `${id}/${createHmac('sha256', key).update(signed).digest('base64')}`;
    },
  },
  states: [
    {
      column: ['status'],
      values: {
        acquired: 'valid',
        checked_in: 'valid',
        to_be_paid: 'unpaid',
        pending: 'unpaid',
        pre_reserved: 'unpaid',
        cancelled: 'cancelled',
        expired: 'cancelled',
        invalidated: 'cancelled',
        released: 'cancelled',
        free: 'cancelled',
      },
    },
  ],
  needsState: true,
};

/** alf.io's folding, character by character: so that a code can be typed in capitals. */
function fold(name: string): string {
  const small = (unit: string) => {
    if (unit === '\u03a3') return '\u03c3\u03c2';
    const lower = unit.toLowerCase().slice(0, 1);
    return lower === '\u0131' ? 'i' : lower;
  };
  return name.split('').map(small).join('');
}
