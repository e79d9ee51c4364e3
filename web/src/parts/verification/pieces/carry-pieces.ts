/** Carries one file over a connection that breaks: piece after piece, from what the server says it has. */

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
/** Faster than this and pieces grow; slower and they shrink, so that little is lost when the connection is. */
const FAST_MS = 1_500
const SLOW_MS = 8_000
/** Half of what any call may take: a connection that hangs is noticed sooner. */
const PIECE_TIMEOUT_MS = 30_000

export async function carryPieces(calls: PieceCalls, file: Blob, { signal, onProgress, onPhase }: UploadControls): Promise<FormFile> {
  const retries = createRetryPolicy(signal, onPhase)
  // Not ended with the signal: what was begun must be known to be cancelled.
  let upload = await retries.during(() => calls.beginUpload())
  const { id, bytes } = upload
  const cancel = () => void calls.cancelUpload(id).catch(() => undefined)
  if (signal.aborted) cancel()
  signal.throwIfAborted()
  // Also after it failed: whoever takes the file off the list does not want it kept.
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

/** Of what the server has, not of what left. */
const percentOf = ({ offset, bytes }: UnfinishedUpload): number => Math.floor((offset * 100) / bytes)

function nextSize(bytes: number, tookMs: number): number {
  if (tookMs < FAST_MS) return Math.min(bytes * 2, PIECE_BYTES.most)
  return tookMs > SLOW_MS ? Math.max(bytes / 2, PIECE_BYTES.least) : bytes
}
