/** Document download: one, or all of the list in a ZIP. Opening each leaves an entry in the audit trail. */
import type { NatureRow } from '@tunjo/contract/compliance-files'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'

export async function downloadDocuments(rows: readonly NatureRow[], name: string): Promise<void> {
  const { zipSync } = await import('fflate')
  const entries: [string, Uint8Array][] = []
  for (const [index, { documentUrl, reviewNumber }] of rows.entries()) {
    if (!documentUrl) continue
    // Never the uploaded file name: it may contain anything.
    const path = `revision-${reviewNumber}/${String(index + 1).padStart(3, '0')}.pdf`
    entries.push([path, new Uint8Array(await (await contentOf(documentUrl)).arrayBuffer())])
  }
  saveFile(new Blob([new Uint8Array(zipSync(Object.fromEntries(entries), { level: 0 }))], { type: 'application/zip' }), name)
}

/** Signed links expire after a minute, so the caller has fetched a new one. */
export const saveDocument = async (url: string, name: string): Promise<void> => saveFile(await contentOf(url), name)

async function contentOf(url: string): Promise<Blob> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`a document answered ${answer.status}`)
  return answer.blob()
}
