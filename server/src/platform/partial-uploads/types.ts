/** Public types of resumable uploads. */
import type { Connection, Transaction } from '../database/database.ts'

export interface PartialUpload {
  readonly id: string
  readonly ownerId: string
  /** `kyc.natural-1.frontal`: the document it will be. */
  readonly purpose: string
  /** The sender's claim, cleaned; only for display. */
  readonly name: string
  readonly bytes: number
  readonly fingerprint: string
  /** Bytes from the beginning, without a gap. */
  readonly received: number
  /** Id of the finished document; null while it is unfinished. */
  readonly resultId: string | null
}

export interface UploadToBegin {
  readonly ownerId: string
  readonly purpose: string
  readonly name: string
  readonly bytes: number
  readonly fingerprint: string
}

export interface PartialUploads {
  /**
   * Return the existing upload of this file and purpose, or a new one. The caller holds a lock of the owner's.
   * @throws Refused `files.uploads_open`
   */
  begin(tx: Transaction, upload: UploadToBegin): Promise<PartialUpload>
  /** Null for an unknown id, for text that is no id, and for the upload of another account. */
  find(ownerId: string, id: string, connection?: Connection): Promise<PartialUpload | null>
  /** Unfinished ones, oldest first. */
  unfinished(ownerId: string, connection?: Connection): Promise<PartialUpload[]>
  /**
   * Store a piece, or nothing when it has arrived before.
   * @throws Refused `request.not_found`, `files.piece_invalid`, `files.upload_offset`
   */
  add(ownerId: string, id: string, offset: number, piece: Buffer): Promise<PartialUpload>
  /**
   * The file, verified by its fingerprint; null when another call finished or removed it meanwhile. A damaged one is deleted.
   * @throws Refused `files.upload_offset`, `files.upload_damaged`
   */
  read(upload: PartialUpload): Promise<Buffer | null>
  /** Delete its pieces; it stays known for a day more, so that a sender who missed the answer can ask again. */
  finish(tx: Transaction, id: string, resultId: string): Promise<void>
  remove(id: string, connection?: Connection): Promise<void>
  /** Remove the unfinished uploads of one purpose: another file has replaced them. */
  removeUnfinished(tx: Transaction, ownerId: string, purpose: string): Promise<void>
  /** Delete uploads without activity for a day. */
  sweep(): Promise<void>
}
