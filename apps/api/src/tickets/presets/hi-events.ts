import type { ImportPreset } from './import-preset.ts';

/**
 * Hi.Events: _Attendees_, _Export_. The file is an Excel workbook: save it as "CSV UTF-8". The code shows the public id.
 * Sources: `backend/app/Exports/AttendeesExport.php`, `DomainObjects/Status/AttendeeStatus.php`. Check-ins and notes are not
 * taken over, and the file has no order.
 */
export const hiEvents: ImportPreset = {
  title: 'Hi.Events',
  howToExport: 'export the attendees, open the workbook, and save it as "CSV UTF-8"',
  fields: {
    barcode: [[['public id']]],
    holder: [[['first name'], ['last name']]],
    type: [[['product name', 'ticket name']]],
  },
  states: [{ column: ['status'], values: { active: 'valid', awaiting_payment: 'unpaid', cancelled: 'cancelled' } }],
  needsState: true,
};
