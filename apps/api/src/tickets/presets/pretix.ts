import type { ImportPreset } from './import-preset.ts';

/**
 * pretix: _Order data_, sheet _Order positions_, or _Check-in list_ with ticket secrets, as CSV in English. The secret is what
 * the code shows. An add-on has a row and a secret of its own. Sources: `base/exporters/orderlist.py` and
 * `plugins/checkinlists/exporters.py` of pretix. Check-ins, comments and answers to questions are not taken over. The name of a
 * seat has zone, row and number: _Ground floor, Row 3, Seat 4_.
 */
export const pretix: ImportPreset = {
  title: 'pretix',
  howToExport: 'export "Order data", sheet "Order positions", as CSV, in English',
  fields: {
    barcode: [[['ticket secret', 'secret']]],
    holder: [[['attendee name']]],
    type: [[['product'], ['variation']], [['product']]],
    order: [[['order code']]],
    seat: [[['seat name']]],
    valid_from: [[['valid from']]],
    valid_until: [[['valid until']]],
  },
  states: [
    {
      column: ['status'],
      values: {
        paid: 'valid',
        pending: 'unpaid',
        'approval pending': 'unpaid',
        expired: 'unpaid',
        canceled: 'cancelled',
        cancelled: 'cancelled',
      },
    },
    { column: ['blocked'], values: { '': 'valid', no: 'valid', yes: 'blocked' } },
    { column: ['paid'], values: { yes: 'valid', no: 'unpaid' } },
  ],
  // A check-in list without pending orders has only what is paid.
  needsState: false,
};
