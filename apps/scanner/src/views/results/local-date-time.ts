/** A timestamp as the value of an `<input type="datetime-local">`, in the reader's zone. */
export function toLocalDateTime(timestamp: string | undefined): string {
  if (timestamp === undefined) return '';
  const at = new Date(timestamp);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The timestamp that such a field holds; `undefined` while it holds none. */
export function fromLocalDateTime(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
