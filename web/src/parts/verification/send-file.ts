/** Upload of a file: a small one in one call, a larger one in pieces, whose code is loaded with the first of them. */
import type { FormFile } from '@tunjo/contract/kyc-drafts'
import type { Form } from '@tunjo/contract/kyc-forms'
import { addFile } from '../../api/kyc.ts'
import type { UploadControls } from '../../ui/file-drop/use-file-uploads.ts'

const ONE_CALL_BYTES_MAX = 524_288
export const loadPieces = () => import('./pieces/index.ts')

export async function sendFile(form: Form, slot: string, file: File, controls: UploadControls): Promise<FormFile> {
  const pieces = file.size > ONE_CALL_BYTES_MAX ? await loadPieces().catch(() => null) : null
  return pieces?.isPossible() ? pieces.sendInPieces(form, slot, file, controls) : addFile(form, slot, file, controls)
}
