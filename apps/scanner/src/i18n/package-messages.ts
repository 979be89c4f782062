/** Why an undo has no effect. */
export const UNDO_MESSAGES = {
  no_effect: /*i18n*/ 'The server had let nobody in or out with this scan.',
  too_late: /*i18n*/ 'More than 15 minutes have passed since this scan.',
  not_permitted: /*i18n*/ 'Only a supervisor may take back what somebody else has scanned.',
  refused: /*i18n*/ 'The server refused this undo.',
  unreadable: /*i18n*/ 'This device can no longer read this undo.',
};

/** The texts of the packages, listed for the extraction: `translateText` translates them. */
export const PACKAGE_TEXTS = [
  /*i18n*/ 'This device has no room left: the scan was not recorded.',
  /*i18n*/ 'Another tab holds the scan storage. Close the other tabs.',
  /*i18n*/ 'A newer version of this app is open on this device. Reload this page.',
  /*i18n*/ 'The scan storage of this browser does not answer: nothing can be recorded. Private windows may have none.',
  /*i18n*/ 'The browser deleted the scans of this device, also those not yet sent. Reload this page to go on.',
  /*i18n*/ 'This code cannot be recorded.',
  /*i18n*/ 'Nobody is signed in.',
  /*i18n*/ 'No such scan on this device.',
  /*i18n*/ 'No reason given',
  /*i18n*/ 'This device can no longer read this scan.',
  /*i18n*/ 'Keeps the session in HTTP-only cookies instead of local storage.',
  /*i18n*/ 'Sends Web Vitals and scan timings to the analytics logger.',
  /*i18n*/ 'Measures the round-trip time and says when the network is slow.',
  /*i18n*/ "Offers languages in settings and follows the browser's on first start.",
  /*i18n*/ 'Offers every symbology and batch processing.',
  /*i18n*/ 'Lets debug logs through and shows the log history in settings.',
  /*i18n*/ 'Shows this list in settings.',
  /*i18n*/ 'Invalid username or password. Please try again.',
  /*i18n*/ 'Network error. Please try again.',
  /*i18n*/ 'The request timed out. Please try again.',
  /*i18n*/ 'Server error. Please try again later or contact support.',
  /*i18n*/ 'Login failed',
  /*i18n*/ 'Authentication failed',
  /*i18n*/ 'An unknown error occurred',
  /*i18n*/ 'Failed to store authentication tokens',
  /*i18n*/ 'Failed to store user data',
  /*i18n*/ 'not yet implemented',
  /*i18n*/ 'The server cannot be reached.',
  /*i18n*/ 'The downloaded tickets are incomplete and are fetched again.',
  /*i18n*/ 'The tickets cannot be kept on this device.',
  /*i18n*/ 'The tickets on this device cannot be read.',
];

/** The texts of the backend, listed for the extraction. */
export const SERVER_TEXTS = [
  /*i18n*/ 'Too many sign-in attempts. Please wait and try again.',
  /*i18n*/ 'Too many people are signing in right now.',
  /*i18n*/ 'Unknown checkpoint',
  /*i18n*/ 'Unknown clerk',
  /*i18n*/ 'Duplicate ID',
  /*i18n*/ 'The database cannot be reached',
  /*i18n*/ 'Your workgroup has no right to do this',
  /*i18n*/ 'Your workgroup does not scan at this checkpoint',
];
