/** Public types of stored files. */
import type { UploadKind } from '@tunjo/contract/endpoint'
import type { Connection, Transaction } from '../database/database.ts'
import type { Caller } from '../http/route.ts'

/** Name of a file once its owner was erased: people write their names into the names of their files. */
export const ERASED_NAME = 'Documento destruido'

export interface StoredFile {
  readonly id: string
  /** The customer it is about; their key seals it. */
  readonly ownerId: string
  readonly kind: UploadKind
  readonly mediaType: string
  readonly bytes: number
  /** Hash of the content as it is served. */
  readonly sha256: string
  /** Name given by the customer, cleaned; only for display, never a path. */
  readonly originalName: string
  /** `kyc.id_front`: the module and the use. */
  readonly purpose: string
  readonly createdAt: Date
}

/** Content that platform/uploads has inspected. */
export interface FileToStore {
  readonly ownerId: string
  readonly purpose: string
  readonly kind: UploadKind
  readonly mediaType: string
  readonly originalName: string
  readonly content: Uint8Array
}

/** Seals the content and writes it to disk; there is no row yet. */
export type WriteFile = (file: FileToStore) => Promise<StoredFile>

export interface FileView {
  readonly fileId: string
  readonly viewerId: string
  readonly ip: string
  readonly at: Date
}

/** Seals under the key of one customer. Data sealed under one name opens under no other. */
export interface Sealer {
  seal(name: string, content: Uint8Array): Buffer
  /** @throws when a byte was altered */
  open(name: string, sealed: Buffer): Buffer
}

/** Null for data of a destroyed key that has a successor. @throws when a byte was altered */
export type Opener = (name: string, sealed: Buffer) => Buffer | null

export type EraseNames = (connection: Connection, ownerId: string) => Promise<void>

export interface Files {
  /**
   * Count arrived bytes against the day's quota of their sender; before the transaction that stores them, so that a rollback does not undo
   * it.
   * @throws Refused `files.quota_day`
   */
  countUpload(ownerId: string, bytes: number): Promise<void>
  /**
   * Bytes before the transaction, rows inside it: `work` writes the bytes, then begins its transaction and attaches them there. No lock and
   * no connection waits for a disk. Bytes that no committed transaction attached are deleted when `work` ends.
   */
  storing<T>(work: (write: WriteFile) => Promise<T>): Promise<T>
  /** Insert the row of a file that `storing` wrote. @throws Refused `files.quota_stored` */
  attach(tx: Transaction, file: StoredFile): Promise<void>
  /** Store one file that nothing else depends on. @throws Refused `files.quota_stored` */
  store(file: FileToStore): Promise<StoredFile>
  find(id: string, connection?: Connection): Promise<StoredFile | null>
  /** Null when there is no such file or its owner was erased. Does not count as a view: for programs, not for people. */
  read(id: string): Promise<Buffer | null>
  /** The row is deleted with `connection`, the bytes after its commit. */
  remove(id: string, connection?: Connection): Promise<void>
  listOf(ownerId: string, connection?: Connection): Promise<StoredFile[]>
  /** Sealer for other confidential bytes of the customer. Creates the key when there is none. */
  sealerOf(ownerId: string, connection?: Connection): Promise<Sealer>
  /** Opener for bytes of a sealer of this customer. Null when they have no key: the bytes are unreadable then. */
  openerOf(ownerId: string, connection?: Connection): Promise<Opener | null>
  /**
   * Destroy the key: no copy of this customer's files, not even in a backup of the folder, can be read again. Their names are erased with
   * it, also where modules keep copies.
   */
  eraseOwner(ownerId: string, connection?: Connection): Promise<void>
  /** For modules that keep copies of names: `forget` writes `ERASED_NAME` instead, on the connection that destroys the key. */
  namesAreCopiedBy(forget: EraseNames): void
  /**
   * Path that shows the file to this caller for 60 seconds and as long as their session lives. The calling code has checked that the caller
   * may see it.
   */
  linkFor(id: string, caller: Caller): string
  viewsOf(id: string): Promise<FileView[]>
}
