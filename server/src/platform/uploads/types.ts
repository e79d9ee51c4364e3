/** Inspected uploads as modules see them. */
import type { UploadKind } from '@tunjo/contract/endpoint'

/** What a reviewer's screen says about a picture before anybody looks at it. */
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

/** Content that is safe to keep and to show. */
export interface InspectedUpload {
  readonly kind: UploadKind
  readonly mediaType: 'image/jpeg' | 'application/pdf'
  readonly content: Buffer
  /** Cleaned, for eyes only. */
  readonly originalName: string
  readonly image: ImageFacts | null
  readonly pages: number | null
}

interface UploadSender {
  /** The sender's claim: it decides nothing. */
  readonly name?: string
  /** Whose turn it is, and who answers for what is refused. */
  readonly account?: string
}

export interface Uploads {
  /** Refuses with `files.*`. */
  inspect(content: Buffer, allowed: readonly UploadKind[], sender?: UploadSender): Promise<InspectedUpload>
}

const MEBIBYTE = 1_048_576
/**
 * What may arrive and what is kept. Pictures of phones weigh up to 15 MB; written anew they fit into the 10 MB that hold for every file
 * that is kept, and for documents, which are kept as they came, since their signatures matter.
 */
export const ARRIVING_BYTES_MAX: Record<UploadKind, number> = { image: 15 * MEBIBYTE, pdf: 10 * MEBIBYTE }
export const KEPT_BYTES_MAX = 10 * MEBIBYTE
/** Of a file that may be of any of these kinds. */
export const maximumBytes = (kinds: readonly UploadKind[]): number => Math.max(...kinds.map((kind) => ARRIVING_BYTES_MAX[kind]))
export const MEGABYTES = (bytes: number): number => bytes / MEBIBYTE
