import type { ImportPreset } from './import-preset.ts';

/**
 * Eventbrite: _Reports_, _Attendee summary_, with the column _Barcode #_, as CSV. Each row is one ticket; an order has several.
 * Source: Eventbrite's help on attendee statuses. Check-ins are not taken over. Do not open the file in a spreadsheet: it rounds
 * the barcodes, which have over 15 digits.
 */
export const eventbrite: ImportPreset = {
  title: 'Eventbrite',
  howToExport: 'export the "Attendee summary" report as CSV, with the columns "Barcode #" and "Attendee Status"',
  fields: {
    barcode: [[['barcode #', 'barcode', 'barcode no.']]],
    holder: [[['first name'], ['last name', 'surname']], [['attendee name', 'name']]],
    type: [[['ticket type', 'ticket name']]],
    order: [[['order #', 'order no.', 'order id', 'order number']]],
  },
  states: [
    {
      column: ['attendee status', 'status'],
      values: {
        attending: 'valid',
        'checked in': 'valid',
        unpaid: 'unpaid',
        pending: 'unpaid',
        'not attending': 'cancelled',
        'refunded/canceled': 'cancelled',
        refunded: 'cancelled',
        canceled: 'cancelled',
        cancelled: 'cancelled',
        deleted: 'cancelled',
        transferred: 'cancelled',
      },
    },
    {
      column: ['order status'],
      values: {
        '': 'valid',
        completed: 'valid',
        manual: 'valid',
        'free order': 'valid',
        'partially refunded': 'valid',
        'partially transferred': 'valid',
        offline: 'unpaid',
        unpaid: 'unpaid',
        pending: 'unpaid',
        abandoned: 'cancelled',
        'refunded/canceled': 'cancelled',
        refunded: 'cancelled',
        canceled: 'cancelled',
        deleted: 'cancelled',
        transferred: 'cancelled',
      },
    },
  ],
  needsState: true,
};
