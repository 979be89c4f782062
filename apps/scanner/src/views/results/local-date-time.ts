/** Formats a timestamp for an `<input type="datetime-local">`, in the local time zone. */
export function toLocalDateTime(timestamp: string | undefined): string {
  if (timestamp === undefined) return '';
  const at = new Date(timestamp);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Reads the timestamp of such an input; `undefined` while it is empty. */
export function fromLocalDateTime(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
