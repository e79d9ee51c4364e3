/** Rules for the next piece, on plain values. */
import { PIECE_BYTES } from '@tunjo/contract/kyc-uploads'
import { type Refusal, refusal } from '../http/refusal.ts'

export interface Piece {
  readonly offset: number
  readonly length: number
}
interface Progress {
  readonly bytes: number
  readonly received: number
}

/** Maximum of unfinished uploads per owner. Each has the size of one file at most, so this bounds their bytes too. */
export const OPEN_MAX = 5
/** Idle time after which another upload may replace it. */
export const IDLE_MS = 600_000
export const RETENTION_MS = 86_400_000

/** Small pieces would be many rows. */
export function checkPiece({ bytes }: Progress, { offset, length }: Piece): Refusal | null {
  const isLast = offset + length === bytes
  const fits = length > 0 && length <= PIECE_BYTES.most && offset + length <= bytes
  return fits && (isLast || length >= PIECE_BYTES.least) ? null : refusal('files.piece_invalid')
}

/** The piece was sent again because its answer was lost, or by another tab. */
export const hasArrived = ({ received }: Progress, { offset, length }: Piece): boolean => offset + length <= received

export const checkOffset = ({ received }: Progress, { offset }: Piece): Refusal | null =>
  offset === received ? null : refusal('files.upload_offset', { offset: received })
