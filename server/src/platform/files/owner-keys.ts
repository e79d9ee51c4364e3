/** Key of a customer, which seals all their files: created when it is first needed, and destroyed when they are erased. */
import { randomBytes } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Clock } from '../time/clock.ts'
import { findKey, insertKeyOnce, type KeyRow } from './file-store.ts'
import { FILE_KEY_BYTES, openFile, sealFile } from './seal.ts'
import type { Opener, Sealer } from './types.ts'

/** On the caller's connection: many transactions that each waited for a second one would wait for each other. */
export function createOwnerKeys({ clock, secrets }: { clock: Clock; secrets: Secrets }) {
  const purposeOf = (ownerId: string) => `file-key:${ownerId}`
  async function keyFor(ownerId: string, connection: Connection): Promise<Buffer> {
    const known = await findKey(connection, ownerId)
    const fresh = () => insertKeyOnce(connection, ownerId, secrets.seal(purposeOf(ownerId), randomBytes(FILE_KEY_BYTES)), clock.now())
    return secrets.open(purposeOf(ownerId), known?.sealed ?? (await fresh()))
  }
  return {
    sealerOf: async (ownerId: string, connection: Connection): Promise<Sealer> => sealerWith(await keyFor(ownerId, connection)),
    async openerOf(ownerId: string, connection: Connection): Promise<Opener | null> {
      const known = await findKey(connection, ownerId)
      return known && openerWith(secrets.open(purposeOf(ownerId), known.sealed), known)
    },
  }
}

const sealerWith = (key: Buffer): Sealer => ({
  seal: (name, content) => sealFile(key, name, content),
  open: (name, sealed) => openFile(key, name, sealed),
})

/** Data sealed by an earlier key cannot be distinguished from altered bytes. */
const openerWith =
  (key: Buffer, { isSecond }: Pick<KeyRow, 'isSecond'>): Opener =>
  (name, sealed) => {
    try {
      return openFile(key, name, sealed)
    } catch (error) {
      if (isSecond) return null
      throw error
    }
  }
