/** Why the tickets could not be updated, in words for a person. */
export const TICKETS_PROBLEMS = {
  unreachable: 'The server cannot be reached.',
  corrupt: 'The downloaded tickets are incomplete and are fetched again.',
  unsaved: 'The tickets cannot be kept on this device.',
  unreadable: 'The tickets on this device cannot be read.',
} as const;

/** Why a scan is in quarantine, where the server gave no reason. */
export const SCAN_PROBLEMS = {
  rejected: 'No reason given',
  unreadable: 'This device can no longer read this scan.',
} as const;

/** Why an undo has no effect, in words for a person. */
export const UNDO_PROBLEMS = {
  no_effect: 'The server had let nobody in or out with this scan.',
  too_late: 'More than 15 minutes have passed since this scan.',
  not_permitted: 'Only a supervisor may take back what somebody else has scanned.',
  refused: 'The server refused this undo.',
  unreadable: 'This device can no longer read this undo.',
} as const;
