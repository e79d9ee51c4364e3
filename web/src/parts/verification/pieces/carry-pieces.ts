/** Resumable upload of one file over an unreliable connection: piece after piece, from the server's offset. */

import type { FormFile, UnfinishedUpload } from '@tunjo/contract/kyc-drafts'
import { PIECE_BYTES } from '@tunjo/contract/kyc-uploads'
import { anySignal } from '../../../api/any-signal.ts'
import { hasCode } from '../../../api/error-text.ts'
import type { UploadControls } from '../../../ui/file-drop/use-file-uploads.ts'
import { createRetryPolicy } from './retry-policy.ts'

export interface PieceCalls {
  beginUpload(): Promise<UnfinishedUpload>
  showUpload(id: string): Promise<UnfinishedUpload>
  sendPiece(id: string, offset: number, piece: Blob, signal: AbortSignal): Promise<UnfinishedUpload>
  finishUpload(id: string): Promise<FormFile>
  cancelUpload(id: string): Promise<unknown>
}

const FIRST_PIECE_BYTES = 262_144
/** Pieces grow when faster than this and shrink when slower, so that a lost connection costs little. */
const FAST_MS = 1_500
const SLOW_MS = 8_000
/** Half of the limit of any call: a stalled connection is noticed sooner. */
const PIECE_TIMEOUT_MS = 30_000

export async function carryPieces(calls: PieceCalls, file: Blob, { signal, onProgress, onPhase }: UploadControls): Promise<FormFile> {
  const retries = createRetryPolicy(signal, onPhase)
  // Not aborted with the signal: a started upload must be known to be cancelled.
  let upload = await retries.during(() => calls.beginUpload())
  const { id, bytes } = upload
  const cancel = () => void calls.cancelUpload(id).catch(() => undefined)
  if (signal.aborted) cancel()
  signal.throwIfAborted()
  // Runs after a failure too: a person who removes the file from the list does not want it stored.
  signal.addEventListener('abort', cancel, { once: true })

  let pieceBytes = FIRST_PIECE_BYTES
  onPhase(upload.offset > 0 ? 'resuming' : 'sending')
  while (upload.offset < bytes) {
    const { offset } = upload
    onProgress(percentOf(upload))
    const startedAtMs = performance.now()
    try {
      const patient = anySignal([signal, AbortSignal.timeout(PIECE_TIMEOUT_MS)])
      upload = await calls.sendPiece(id, offset, file.slice(offset, Math.min(offset + pieceBytes, bytes)), patient)
      retries.renew()
      onPhase('sending')
      pieceBytes = nextSize(pieceBytes, performance.now() - startedAtMs)
    } catch (error) {
      if (!hasCode(error, 'files.upload_offset')) await retries.after(error)
      pieceBytes = nextSize(pieceBytes, Number.POSITIVE_INFINITY)
      // The piece may have arrived, and only its answer was lost.
      upload = await retries.during(() => calls.showUpload(id))
    }
  }
  onProgress(percentOf(upload))
  onPhase('checking')
  const arrived = await retries.during(() => calls.finishUpload(id))
  signal.removeEventListener('abort', cancel)
  return arrived
}

/** Percentage of what the server has, not of what was sent. */
const percentOf = ({ offset, bytes }: UnfinishedUpload): number => Math.floor((offset * 100) / bytes)

function nextSize(bytes: number, tookMs: number): number {
  if (tookMs < FAST_MS) return Math.min(bytes * 2, PIECE_BYTES.most)
  return tookMs > SLOW_MS ? Math.max(bytes / 2, PIECE_BYTES.least) : bytes
}
