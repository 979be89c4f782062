/**
 * How many events of a batch a service has refused that answered with a success. A service of one's own may take a batch
 * without a count.
 *
 * @throws SyntaxError at a page in place of the answer, such as a captive portal's, and at an object that is cut off
 */
export async function readRefusedCount(response: Response): Promise<number> {
  const text = await response.text();
  return /^\s*[<{]/.test(text) ? Number(JSON.parse(text).failed) || 0 : 0;
}
