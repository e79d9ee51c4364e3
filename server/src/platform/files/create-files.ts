/**
 * Customers' files: sealed at rest with a key per customer (SEC-23), shown by short links (SEC-24).
 *
 * Order of a store: bytes on disk, then the transaction with the row. So a row always has its file, and no transaction waits for a disk.
 * Bytes go as soon as it is sure that they have no row: after the commit that removed it, after the rollback of the one that attached them.
 * What a killed process leaves is swept after an hour.
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { afterCommit, afterRollback, type Connection, type Database, inTransaction } from '../database.ts'
import { failpoint } from '../failpoint.ts'
import { newId, sha256 } from '../ids.ts'
import type { Secrets } from '../secrets.ts'
import type { FileBackend } from './backend.ts'
import { deleteFile, deleteKey, filesOf, findFile, findKey, insertFile, keepKey, viewsOf } from './file-store.ts'
import { linkOf } from './link.ts'
import { checkStored, countUpload } from './quota.ts'
import { FILE_KEY_BYTES, openFile, sealFile } from './seal.ts'
import type { Files, Opener, Sealer, StoredFile, WriteFile } from './types.ts'

export interface FilesParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly backend: FileBackend
}

export function createFiles({ db, clock, secrets, backend }: FilesParts): Files {
  const purposeOf = (ownerId: string) => `file-key:${ownerId}`
  /** On the caller's connection: many transactions that each waited for a second one would wait for each other. */
  const keyFor = async (ownerId: string, connection: Connection): Promise<Buffer> => {
    const known = await findKey(connection, ownerId)
    const sealed = known ?? (await keepKey(connection, ownerId, secrets.seal(purposeOf(ownerId), randomBytes(FILE_KEY_BYTES)), clock.now()))
    return secrets.open(purposeOf(ownerId), sealed)
  }
  const write: WriteFile = async ({ content, ...facts }) => {
    const file: StoredFile = { ...facts, id: newId(), bytes: content.length, sha256: sha256(content), createdAt: clock.now() }
    await backend.write(file.id, sealFile(await keyFor(file.ownerId, db), file.id, content))
    failpoint('files.written')
    return file
  }
  const { storing, attach } = createStoring(backend, write)

  return {
    storing,
    attach,
    store: (given) =>
      storing(async (noting) => {
        const file = await noting(given)
        await inTransaction(db, (tx) => attach(tx, file))
        return file
      }),
    countUpload: (ownerId, bytes) => countUpload(db, ownerId, bytes, clock.now()),
    find: (id, connection = db) => findFile(connection, id),
    async read(id) {
      const file = await findFile(db, id)
      const sealedKey = file && (await findKey(db, file.ownerId))
      if (!file || !sealedKey) return null
      const sealed = await backend.read(file.id)
      return sealed && openFile(secrets.open(purposeOf(file.ownerId), sealedKey), file.id, sealed)
    },
    async remove(id, connection = db) {
      await deleteFile(connection, id)
      await afterCommit(connection, async () => {
        failpoint('files.row_removed')
        await backend.remove(id)
      })
    },
    listOf: (ownerId, connection = db) => filesOf(connection, ownerId),
    sealerOf: async (ownerId, connection = db) => sealerWith(await keyFor(ownerId, connection)),
    async openerOf(ownerId, connection = db) {
      const sealed = await findKey(connection, ownerId)
      return sealed === null ? null : openerWith(secrets.open(purposeOf(ownerId), sealed))
    },
    forgetOwner: (ownerId, connection = db) => deleteKey(connection, ownerId),
    linkFor: (id, caller) => linkOf(secrets, { fileId: id, caller, now: clock.now() }),
    viewsOf: (id) => viewsOf(db, id),
  }
}

const openerWith =
  (key: Buffer): Opener =>
  (name, sealed) => {
    try {
      return openFile(key, name, sealed)
    } catch {
      return null
    }
  }

const sealerWith = (key: Buffer): Sealer => ({
  seal: (name, content) => sealFile(key, name, content),
  open: (name, sealed) => openFile(key, name, sealed),
})

/** Keeps the bytes of what was attached, and removes those of what was not. */
function createStoring(backend: FileBackend, write: WriteFile): Pick<Files, 'storing' | 'attach'> {
  /** Attached by a transaction that did not roll back. One whose answer to the commit was lost counts: the sweep knows later. */
  const attached = new Set<string>()
  return {
    async storing(work) {
      const written: string[] = []
      const noting: WriteFile = async (given) => {
        const file = await write(given)
        written.push(file.id)
        return file
      }
      try {
        return await work(noting)
      } finally {
        const left = written.filter((id) => !attached.delete(id))
        await Promise.allSettled(left.map((id) => backend.remove(id)))
      }
    },
    async attach(tx, file) {
      await checkStored(tx, file.ownerId, file.bytes)
      if ((await findKey(tx, file.ownerId)) === null) throw new Error('the key was destroyed while a file was stored')
      // The transaction may be run again, and then attaches it again.
      afterRollback(tx, async () => void attached.delete(file.id))
      attached.add(file.id)
      await insertFile(tx, file)
    },
  }
}
