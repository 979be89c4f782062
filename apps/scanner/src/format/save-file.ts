/** Hands a file to the person in front of the page. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download holds on to the content itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
