/** Uploads in pieces as modules see them. */
import type { Connection, Transaction } from '../database.ts'

export interface PartialUpload {
  readonly id: string
  readonly ownerId: string
  /** `kyc.natural-1.frontal`: what it will be, and where. */
  readonly purpose: string
  /** The sender's claim, cleaned; for eyes only. */
  readonly name: string
  readonly bytes: number
  readonly fingerprint: string
  /** From the beginning, without a gap. */
  readonly received: number
  /** What became of it; null while it is unfinished. */
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
   * The one that is known of this file and purpose, or a new one. The caller holds a lock of the owner's.
   * @throws Refused `files.uploads_open`
   */
  begin(tx: Transaction, upload: UploadToBegin): Promise<PartialUpload>
  /** Null for an unknown id, for what is no id, and for somebody else's. */
  find(ownerId: string, id: string, connection?: Connection): Promise<PartialUpload | null>
  /** Unfinished ones, oldest first. */
  unfinished(ownerId: string, connection?: Connection): Promise<PartialUpload[]>
  /**
   * Keeps a piece, or nothing when it has arrived before.
   * @throws Refused `request.not_found`, `files.piece_invalid`, `files.upload_offset`
   */
  add(ownerId: string, id: string, offset: number, piece: Buffer): Promise<PartialUpload>
  /**
   * The file, as it was fingerprinted; null when somebody else finished or removed it meanwhile. What was damaged is forgotten.
   * @throws Refused `files.upload_offset`, `files.upload_damaged`
   */
  read(upload: PartialUpload): Promise<Buffer | null>
  /** Its pieces go; it is known for a day more, so that whoever missed the answer can ask again. */
  finish(tx: Transaction, id: string, resultId: string): Promise<void>
  remove(id: string, connection?: Connection): Promise<void>
  /** Of one purpose: another file has taken its place. */
  removeUnfinished(tx: Transaction, ownerId: string, purpose: string): Promise<void>
  /** What nobody has touched for a day. */
  sweep(): Promise<void>
}
