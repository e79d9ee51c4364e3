/** Queue of resumable uploads, one file after the other: in parallel they would cause each other's time-outs. */
import type { FormFile } from '@tunjo/contract/kyc-drafts'
import type { Form } from '@tunjo/contract/kyc-forms'
import { beginUpload, cancelUpload, finishUpload, sendPiece, showUpload } from '../../../api/uploads.ts'
import type { UploadControls } from '../../../ui/file-drop/use-file-uploads.ts'
import { carryPieces } from './carry-pieces.ts'

/** Pages loaded over plain HTTP from another machine cannot compute the fingerprint. */
export const isPossible = (): boolean => 'subtle' in crypto

let last: Promise<unknown> = Promise.resolve()

export function sendInPieces(form: Form, slot: string, file: File, controls: UploadControls): Promise<FormFile> {
  controls.onPhase('queued')
  const mine = last.then(async () => {
    controls.signal.throwIfAborted()
    const announced = { slot, name: file.name, bytes: file.size, fingerprint: await fingerprintOf(file) }
    const calls = { beginUpload: () => beginUpload(form, announced), showUpload, sendPiece, finishUpload, cancelUpload }
    return carryPieces(calls, file, controls)
  })
  last = mine.catch(() => undefined)
  return mine
}

/** SHA-256 in hexadecimal: the server recognises the file by it after a reload, and verifies its content. */
async function fingerprintOf(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
