/** Text of a CSV file in the encodings that spreadsheets save: UTF-8, or the Windows code page for Spanish. */
export async function csvText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
