// An operator edits this file; nothing is built anew.
window.SCANTIX_CONFIG = {
  API_BASE_URL: 'http://127.0.0.1:4173',
  FEATURE_FLAGS: { PRINT_LABELS: true },
};
