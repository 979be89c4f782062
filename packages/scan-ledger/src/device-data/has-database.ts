/** Whether a database exists: opening it would make it. A browser that lists none is taken to have it. */
export async function hasDatabase(indexedDB: IDBFactory | undefined, name: string): Promise<boolean> {
  const listed = await indexedDB?.databases?.().catch(() => null);
  return listed ? listed.some((database) => database.name === name) : true;
}
