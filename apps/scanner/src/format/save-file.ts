/** Downloads a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Safari reads the content only once a person has agreed to the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
