/** Returns the key, in local storage, of the note of what waits in a database. */
export const noteKey = (databaseName: string) => `${databaseName}-waiting`;
