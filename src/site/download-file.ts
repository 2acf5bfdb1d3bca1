/** Saves a text as a file on the user's machine. */
export function downloadFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  // Browsers read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
