/** Makes the browser download a file. */
export function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has its own reference to the data once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url));
}
