export {
  type AnswerHeaders,
  HEADERS,
  NEW_PASSWORD,
  NO_ANSWER_HEADERS,
  readAnswerHeaders,
  WIRE_VERSION,
} from './answer-headers.ts';
export { apiAddress } from './api-address.ts';
export {
  type DeviceInfo,
  deviceInfo,
  type LoginRequest,
  login,
  loginRequest,
  logout,
  refresh,
  type SessionUserWire,
  sessionUser,
  type Tokens,
  tokens,
} from './auth.ts';
export {
  barcode,
  MAX_BARCODE_BYTES,
  STANDARD_SYMBOLOGIES,
  SYMBOLOGIES,
  type Symbology,
  symbology,
} from './barcode.ts';
export { barcodeBytes } from './barcode-bytes.ts';
export { CLERK_DECISIONS, type ClerkDecision } from './clerk-decisions.ts';
export { acknowledgeConflict, type ConflictRecord, conflictRecord, listConflicts } from './conflicts.ts';
export {
  type ApiClient,
  type ApiClientOptions,
  type ApiFailure,
  type ApiInput,
  type ApiOutcome,
  createApiClient,
} from './create-api-client.ts';
export {
  type DeviceKey,
  deliverRevocations,
  deviceKey,
  MAX_REVOCATIONS,
  PROOF_TOLERANCE_MS,
  PROOF_TYPE,
  type ProofClaims,
  proofClaims,
  registerDeviceKey,
} from './device-key.ts';
export {
  type DeviceState,
  formatDeviceState,
  MAX_WAITING_SCANS,
  parseDeviceState,
  WAITING_HEADER,
} from './device-state.ts';
export { defineEndpoint, type Endpoint, type HttpMethod } from './endpoint.ts';
export { API_ERROR_CODES, API_ERROR_STATUS, type ApiErrorBody, type ApiErrorCode, apiErrorBody } from './errors.ts';
export {
  FORECASTS,
  type Forecast,
  forecast,
  GATE_STATES,
  GATES_WINDOW_MINUTES,
  type Gate,
  type GateDevice,
  type Gates,
  gate,
  gateDevice,
  getGates,
} from './gates.ts';
export {
  IMPORT_PRESETS,
  type ImportOptions,
  type ImportPresetName,
  type ImportProgress,
  type ImportReport,
  type ImportRow,
  importOptions,
  importProgress,
  importReport,
  importRow,
  importTickets,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ERRORS,
  MAX_IMPORT_ROWS,
} from './import.ts';
export { listScans, type ScanFilters, scanFilters } from './list-scans.ts';
export { changePassword, MIN_PASSWORD_LENGTH, PASSWORD_REFUSALS, type PasswordRefusal } from './password.ts';
export { timestamp, uuid } from './primitives.ts';
export {
  BREAKDOWNS,
  type Breakdown,
  countScans,
  exportScansAsCsv,
  exportScansAsJson,
  getReportBreakdown,
  getReportSummary,
  getReportTimeline,
  MAX_COUNTED_SCANS,
  MAX_REPORT_PERIOD_MS,
  MAX_TIMELINE_POINTS,
  type ReportSummary,
  reportSummary,
  TIMELINE_STEPS_MS,
  watchReports,
} from './reports.ts';
export { type CallNeeds, mayCall, RIGHTS, type Right, WORKGROUP_RIGHTS } from './rights.ts';
export { SCAN_MODES, type ScanMode } from './scan-modes.ts';
export { formatScanResultAddress, parseScanResultAddress, type ScanResultAddress } from './scan-result-address.ts';
export { getScannerConfig, type ScannerConfig, scannerConfig } from './scanner-config.ts';
export {
  CLAIM_MARKS,
  MAX_SCANS_PER_CALL,
  postScans,
  SCAN_MARKS,
  SCAN_METHODS,
  type Scan,
  type ScanConflict,
  type ScanMark,
  type ScanMethod,
  type ScanRecord,
  type ScanResult,
  type ScanUndone,
  scan,
  scanConflict,
  scanMethod,
  scanRecord,
  scanResult,
  scanUndone,
} from './scans.ts';
export { findsBeginnings, matchesSearch, WORD_BREAKS } from './search-match.ts';
export { getSigningKeys } from './signing-keys.ts';
export {
  lookupTicket,
  MAX_HISTORY_SCANS,
  searchTickets,
  TICKET_STATUSES,
  type TicketStatus,
  type TicketSummary,
  ticketSummary,
} from './tickets.ts';
export { UNDO_REFUSALS, type Undo, type UndoResult, undo, undoResult, undoScan } from './undo.ts';
export { UNDO_WINDOW_MS } from './undo-window.ts';
export {
  CERTAINTIES,
  type Certainty,
  type Checkpoint,
  checkpoint,
  type FirstUse,
  firstUse,
  OUTCOMES,
  type Outcome,
  REASONS,
  type Reason,
  scanMode,
  type TicketView,
  ticketView,
  type Verdict,
  verdict,
} from './verdict.ts';
export { reportWipe } from './wipe.ts';
