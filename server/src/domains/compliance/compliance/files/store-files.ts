/** Storage of an officer's files, sealed with the key of the customer they are about, so that they are erased with all their data. */
import type { Folder } from '@tunjo/contract/compliance-files'
import type { StoredFile } from '../../../../platform/files/index.ts'
import type { ReceivedFile } from '../../../../platform/http/upload.ts'
import type { ComplianceContext } from '../context.ts'

interface Sent {
  readonly ownerId: string
  readonly folder: Folder
  readonly files: readonly ReceivedFile[]
  readonly senderId: string
}

/** `keep` attaches them in its transaction; when it fails, no file remains. */
export async function storeFiles(
  context: Pick<ComplianceContext, 'files'>,
  { ownerId, folder, files, senderId }: Sent,
  keep: (stored: readonly StoredFile[]) => Promise<void>,
): Promise<void> {
  if (files.length === 0) return keep([])
  // Counted for the officer who sends them, so that officers' files do not use up the customer's own upload limit.
  await context.files.countUpload(
    senderId,
    files.reduce((bytes, file) => bytes + file.bytes, 0),
  )
  await context.files.storing(async (write) => {
    const stored: StoredFile[] = []
    for (const file of files) {
      const { kind, mediaType, originalName } = file
      stored.push(await write({ ownerId, purpose: `compliance.${folder}`, kind, mediaType, originalName, content: await file.read() }))
    }
    await keep(stored)
  })
}
