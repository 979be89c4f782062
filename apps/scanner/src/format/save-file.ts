/** Downloads a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
