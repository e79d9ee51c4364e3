/** Resumable upload of a form file in pieces. Loaded with the first large file. */
import { client } from '@tunjo/contract/client'
import type { Form } from '@tunjo/contract/kyc-forms'
import { kycUploads } from '@tunjo/contract/kyc-uploads'
import { send } from './transport.ts'

const calls = client(kycUploads, send)

export interface AnnouncedFile {
  slot: string
  name: string
  bytes: number
  fingerprint: string
}

export const beginUpload = (form: Form, file: AnnouncedFile) => calls.beginUpload({ params: { form }, body: file })
export const showUpload = (id: string) => calls.showUpload({ params: { id } })
export const sendPiece = (id: string, offset: number, piece: Blob, signal: AbortSignal) =>
  calls.sendPiece({ params: { id }, query: { offset }, bytes: piece }, { signal })
export const finishUpload = (id: string) => calls.finishUpload({ params: { id } })
export const cancelUpload = (id: string) => calls.cancelUpload({ params: { id } })
