/**
 * How many events of a batch a service has refused that answered with a success. A service of one's own may take a batch
 * without a count.
 *
 * @throws Error at a page in place of the answer, such as a captive portal's, and at an object that is cut off
 */
export async function readRefusedCount(response: Response): Promise<number> {
  const text = await response.text();
  const [first] = text.trim();
  if (first === '<') throw new Error('A page');
  return first === '{' ? Number(JSON.parse(text).failed) || 0 : 0;
}
