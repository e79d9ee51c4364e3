/** Save bytes as a download of the browser. */
const RELEASE_AFTER_MS = 60_000

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS)
}
