/**
 * Customers' files: sealed at rest with a key per customer (SEC-23), shown by short-lived links (SEC-24).
 *
 * Order of a store: bytes on disk, then the transaction with the row. Therefore a row always has its file, and no transaction waits for a
 * disk. Bytes are deleted as soon as it is certain that they have no row: after the commit that removed it, after the rollback of the one
 * that attached them. What a killed process leaves is swept after an hour.
 */

import { afterCommit, afterRollback, type Database, inTransaction } from '../database/database.ts'
import { newId, sha256 } from '../database/ids.ts'
import { failpoint } from '../process/failpoint.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Clock } from '../time/clock.ts'
import type { FileBackend } from './backend.ts'
import { deleteFile, destroyKey, filesOf, findFile, findKey, insertFile, viewsOf } from './file-store.ts'
import type { FreeSpace } from './free-space.ts'
import { linkOf } from './link.ts'
import { createOwnerKeys } from './owner-keys.ts'
import { checkStored, countUpload } from './quota.ts'
import type { EraseNames, Files, StoredFile, WriteFile } from './types.ts'

export interface FilesParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly backend: FileBackend
  readonly freeSpace?: Pick<FreeSpace, 'check'>
}

async function countWhereRoom(
  { db, clock, freeSpace }: Pick<FilesParts, 'db' | 'clock'> & { freeSpace: FilesParts['freeSpace'] | undefined },
  ownerId: string,
  bytes: number,
): Promise<void> {
  await freeSpace?.check()
  await countUpload(db, ownerId, bytes, clock.now())
}

export function createFiles({ db, clock, secrets, backend, freeSpace }: FilesParts): Files {
  const { sealerOf, openerOf } = createOwnerKeys({ clock, secrets })
  const write: WriteFile = async ({ content, ...facts }) => {
    const file: StoredFile = { ...facts, id: newId(), bytes: content.length, sha256: sha256(content), createdAt: clock.now() }
    const { seal } = await sealerOf(file.ownerId, db)
    await backend.write(file.id, seal(file.id, content))
    failpoint('files.written')
    return file
  }
  const { storing, attach } = createStoring(backend, write)
  const copies: EraseNames[] = []

  return {
    storing,
    attach,
    store: (given) =>
      storing(async (noting) => {
        const file = await noting(given)
        await inTransaction(db, (tx) => attach(tx, file))
        return file
      }),
    countUpload: (ownerId, bytes) => countWhereRoom({ db, clock, freeSpace }, ownerId, bytes),
    find: (id, connection = db) => findFile(connection, id),
    async read(id) {
      const file = await findFile(db, id)
      const open = file && (await openerOf(file.ownerId, db))
      if (!file || !open) return null
      const sealed = await backend.read(file.id)
      return sealed && open(file.id, sealed)
    },
    async remove(id, connection = db) {
      await deleteFile(connection, id)
      await afterCommit(connection, async () => {
        failpoint('files.row_removed')
        await backend.remove(id)
      })
    },
    listOf: (ownerId, connection = db) => filesOf(connection, ownerId),
    sealerOf: (ownerId, connection = db) => sealerOf(ownerId, connection),
    openerOf: (ownerId, connection = db) => openerOf(ownerId, connection),
    async eraseOwner(ownerId, connection = db) {
      await destroyKey(connection, ownerId, clock.now())
      for (const forget of copies) await forget(connection, ownerId)
    },
    namesAreCopiedBy: (forget) => void copies.push(forget),
    linkFor: (id, caller) => linkOf(secrets, { fileId: id, caller, now: clock.now() }),
    viewsOf: (id) => viewsOf(db, id),
  }
}

/** Keeps the bytes of attached files, and removes the others. */
function createStoring(backend: FileBackend, write: WriteFile): Pick<Files, 'storing' | 'attach'> {
  /**
   * Attached by a transaction that did not roll back. When the answer to the commit was lost it counts as attached: the sweep finds out
   * later.
   */
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
      await checkStored(tx, file)
      if ((await findKey(tx, file.ownerId)) === null) throw new Error('the key was destroyed while a file was stored')
      // The transaction may be run again, and then attaches it again.
      afterRollback(tx, async () => void attached.delete(file.id))
      attached.add(file.id)
      await insertFile(tx, file)
    },
  }
}
