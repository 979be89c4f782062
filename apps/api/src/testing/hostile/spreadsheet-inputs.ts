import * as contract from '@scantix/api-contract';
import { type HostileThings, writeCall } from './contract-inputs.ts';
import type { HostileAnswer, HostileInput } from './hostile-input.ts';
import { sampleOf } from './schema-fields.ts';

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  'x;=1+1;y',
  'x\n=1',
  '"=1',
  ' =1',
  '\0=1',
  '＝1',
  "=cmd|'/c calc'!A1",
];

/** Scans whose barcodes are formulas, and then the file that has them. */
export function* spreadsheetInputs({ own, newId }: HostileThings): Generator<HostileInput> {
  const as = 'clerk';
  const scans = FORMULAS.map((barcode) => ({
    ...(sampleOf(contract.scan, { ...own, id: newId() }) as object),
    barcode,
  }));
  const posted = writeCall(contract.postScans, { body: { scans } });
  yield { group: 'postScans', name: 'formulas as barcodes', as, request: posted, expects: 'unharmed' };
  for (const search of ['=', '+', '@', 'x', '1']) {
    const request = writeCall(contract.exportScansAsCsv, { body: { search } });
    yield { group: 'exportScansAsCsv', name: `formulas with ${search}`, as, request, expects: formulasIn };
  }
}

/** A cell that a spreadsheet runs: it begins so, or where one of another language would begin. */
function formulasIn({ text }: HostileAnswer): string | undefined {
  return /(^|[,;\t\r\n])"?[ \t\0]*[=+@＝-][^,]*/.exec(text)?.[0];
}
