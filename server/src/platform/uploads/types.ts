/** Public types of inspected uploads. */
import type { UploadKind } from '@tunjo/contract/endpoint'

/** Facts about a picture that the reviewer's screen shows. */
export interface ImageFacts {
  readonly width: number
  readonly height: number
  /** Variance of the Laplacian at a fixed size: below about 100 the text of a document cannot be read. */
  readonly sharpness: number
  /** Mean, 0 to 255. */
  readonly brightness: number
  /** Share of pixels that are burnt out, 0 to 1: reflections on a plastic card. */
  readonly burntOut: number
}

/** Content that is safe to store and to show. */
export interface InspectedUpload {
  readonly kind: UploadKind
  readonly mediaType: 'image/jpeg' | 'application/pdf'
  readonly content: Buffer
  /** Cleaned, only for display. */
  readonly originalName: string
  readonly image: ImageFacts | null
  readonly pages: number | null
}

interface UploadSender {
  /** The sender's claim, which decides nothing. */
  readonly name?: string
  /** Key of the fair queue and of the failure limit. */
  readonly account?: string
}

export interface Uploads {
  /** Refuses with `files.*`. */
  inspect(content: Buffer, allowed: readonly UploadKind[], sender?: UploadSender): Promise<InspectedUpload>
}

const MEBIBYTE = 1_048_576
/**
 * Size limits on arrival. Pictures of phones have up to 15 MB; re-encoded they fit into the 10 MB that apply to every stored file, and to
 * documents, which are stored unchanged, since their signatures matter.
 */
export const ARRIVING_BYTES_MAX: Record<UploadKind, number> = { image: 15 * MEBIBYTE, pdf: 10 * MEBIBYTE }
export const KEPT_BYTES_MAX = 10 * MEBIBYTE
/** Limit of a file that may be of any of these kinds. */
export const maximumBytes = (kinds: readonly UploadKind[]): number => Math.max(...kinds.map((kind) => ARRIVING_BYTES_MAX[kind]))
export const MEGABYTES = (bytes: number): number => bytes / MEBIBYTE
