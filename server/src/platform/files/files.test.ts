import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMS, SLOTS, type Slot } from '@tunjo/contract/kyc-forms'
import { sentenceOf } from '@tunjo/contract/sentences'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterKill } from '../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { inTransaction, type Transaction } from '../database/database.ts'
import { newId, sha256 } from '../database/ids.ts'
import { Refused } from '../http/refusal.ts'
import { maximumBytes } from '../uploads/types.ts'
import { localFolder } from './backend.ts'
import { sweepFiles } from './housekeeping.ts'
import { countUpload, DAY_BYTES_MAX, STORED_BYTES_MAX } from './quota.ts'
import { ERASED_NAME, type FileToStore, type StoredFile } from './types.ts'

let database: TestDatabase
let platform: TestPlatform
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  folder = join(platform.settings.dataDir, 'files')
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
})

const content = Buffer.concat([Buffer.from('cédula de ciudadanía'), randomBytes(100_000)])
const fileOf = (ownerId: string, more: Partial<FileToStore> = {}): FileToStore => ({
  ownerId,
  purpose: 'test.paper',
  kind: 'image',
  mediaType: 'image/jpeg',
  originalName: 'cédula.jpg',
  content,
  ...more,
})
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => {
      if (error instanceof Refused) return error.refusal.code
      throw error
    },
  )
/** Attach as a module does: the bytes, then the transaction with the row and `rest`. */
const attaching = <T>(given: FileToStore, rest: (tx: Transaction, file: StoredFile) => Promise<T>): Promise<T> =>
  platform.files.storing(async (write) => {
    const file = await write(given)
    return inTransaction(platform.db, async (tx) => {
      await platform.files.attach(tx, file)
      return rest(tx, file)
    })
  })
const sweep = () => sweepFiles(platform.db, localFolder(folder), new Date(Date.now() + 60_000))

describe('a stored file', () => {
  it('comes back as it was, with its facts', async () => {
    const owner = newId()
    const stored = await platform.files.store(fileOf(owner))
    expect(await platform.files.find(stored.id)).toEqual(stored)
    expect(stored).toMatchObject({
      ownerId: owner,
      bytes: content.length,
      sha256: sha256(content),
      originalName: 'cédula.jpg',
      kind: 'image',
    })
    expect((await platform.files.read(stored.id))?.equals(content)).toBe(true)
    expect(await platform.files.listOf(owner)).toEqual([stored])
    expect(await platform.files.read(newId())).toBeNull()
  })

  it('lies sealed under a random name that only the product can open', async () => {
    const stored = await platform.files.store(fileOf(newId(), { originalName: '../../etc/passwd' }))
    expect(readdirSync(folder)).toContain(stored.id)
    const onDisk = readFileSync(join(folder, stored.id))
    expect(onDisk.includes('ciudadan')).toBe(false)
    expect(statSync(join(folder, stored.id)).mode & 0o077).toBe(0)
  })

  it('is refused when a byte was altered, or another file was put in its place', async () => {
    const owner = newId()
    const [first, second] = [await platform.files.store(fileOf(owner)), await platform.files.store(fileOf(owner))]
    writeFileSync(join(folder, first.id), readFileSync(join(folder, second.id)))
    await expect(platform.files.read(first.id)).rejects.toThrow()
    const altered = readFileSync(join(folder, second.id))
    altered[50] = (altered[50] ?? 0) ^ 1
    writeFileSync(join(folder, second.id), altered)
    await expect(platform.files.read(second.id)).rejects.toThrow()
  })

  it('of an erased owner can never be read again, while those of others can', async () => {
    const [erased, stays] = [newId(), newId()]
    const [theirs, other] = [await platform.files.store(fileOf(erased)), await platform.files.store(fileOf(stays))]
    await platform.files.eraseOwner(erased)
    expect(await platform.files.read(theirs.id)).toBeNull()
    expect([(await platform.files.find(theirs.id))?.originalName, other.originalName]).toEqual([ERASED_NAME, 'cédula.jpg'])
    expect((await platform.files.read(other.id))?.equals(content)).toBe(true)
    // With the new key, files stored since can be read; earlier ones stay unreadable.
    const since = await platform.files.store(fileOf(erased))
    expect((await platform.files.read(since.id))?.equals(content)).toBe(true)
    expect(await platform.files.read(theirs.id)).toBeNull()
  })

  it('loses its original name when its key was destroyed, also where there is a new key since', async () => {
    const owner = newId()
    const before = await platform.files.store(fileOf(owner))
    await platform.files.eraseOwner(owner)
    platform.clock.advance(1_000)
    const since = await platform.files.store(fileOf(owner))
    // State left by a version that did not replace names.
    await sql`UPDATE platform.stored_file SET original_name = 'Ana Rojas.jpg' WHERE owner_id = ${owner}`.execute(database.owner)
    const migration = new URL('../migrations/0013_forgotten_names.sql', import.meta.url)
    await sql.raw(readFileSync(migration, 'utf8')).execute(database.owner)
    const names = [before, since].map(async ({ id }) => (await platform.files.find(id))?.originalName)
    expect(await Promise.all(names)).toEqual([ERASED_NAME, 'Ana Rojas.jpg'])
  })

  it('of one person, many concurrently, share one key', async () => {
    const owner = newId()
    const stored = await Promise.all(Array.from({ length: 8 }, () => platform.files.store(fileOf(owner))))
    for (const { id } of stored) expect((await platform.files.read(id))?.equals(content)).toBe(true)
  })
})

describe('housekeeping', () => {
  it('deletes bytes that never got a row, and no others', async () => {
    const owner = newId()
    const kept = await platform.files.store(fileOf(owner))
    const removed = await platform.files.store(fileOf(owner))
    await platform.files.remove(removed.id)
    const purged = await platform.files.store(fileOf(newId()))
    await platform.files.eraseOwner(purged.ownerId)
    const failing = attaching(fileOf(owner), async () => {
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    writeFileSync(join(folder, newId()), 'a killed process')
    writeFileSync(join(folder, `${newId()}.part`), 'half')
    // Recent by the clock of the test, independent of the disk's clock.
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), new Date(), new Date())
    const before = readdirSync(folder).length
    await sweepFiles(platform.db, localFolder(folder))
    expect(readdirSync(folder)).toHaveLength(before)
    await sweep()
    expect(readdirSync(folder)).toContain(kept.id)
    for (const { id } of [removed, purged]) expect(readdirSync(folder)).not.toContain(id)
    const rows = await platform.files.listOf(owner)
    expect(rows.map(({ id }) => id)).toEqual([kept.id])
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('R25 bytes without a row', () => {
  const names = () => new Set(readdirSync(folder))
  const replace = (owner: string, old: string | null) =>
    attaching(fileOf(owner), async (tx, { id }) => {
      if (old) await platform.files.remove(old, tx)
      return id
    })

  it('are deleted with the commit that replaced their file, also when it is repeated', async () => {
    const [owner, before] = [newId(), names()]
    let id: string | null = null
    for (let count = 0; count < 20; count++) id = await replace(owner, id)
    expect([...names()].filter((name) => !before.has(name))).toEqual([id])
    expect((await platform.files.read(id ?? ''))?.equals(content)).toBe(true)
  })

  it('are deleted with the rollback of their store, and the file to be replaced stays', async () => {
    const owner = newId()
    const old = await replace(owner, null)
    const before = names()
    const failing = platform.files.storing(async (write) => {
      const written: StoredFile[] = []
      for (let count = 0; count < 5; count++) written.push(await write(fileOf(owner)))
      await inTransaction(platform.db, async (tx) => {
        await platform.files.remove(old, tx)
        for (const file of written) await platform.files.attach(tx, file)
        throw new Error('the rest failed')
      })
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect(names()).toEqual(before)
    expect((await platform.files.read(old))?.equals(content)).toBe(true)
  })

  it('are deleted when no transaction attached them', async () => {
    const before = names()
    const { id } = await platform.files.storing((write) => write(fileOf(newId())))
    expect(await platform.files.find(id)).toBeNull()
    expect(names()).toEqual(before)
  })

  it('stay when the transaction that attaches them is run again', async () => {
    let tries = 0
    const { id } = await attaching(fileOf(newId()), async (tx, file) => {
      tries += 1
      if (tries === 1) await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(tx)
      return file
    })
    expect(tries).toBe(2)
    expect((await platform.files.read(id))?.equals(content)).toBe(true)
  })

  it('are swept when the process was killed between the commit and their removal', async () => {
    const owner = newId()
    const args = [JSON.stringify(database.connection), folder, owner, 'remove']
    const process = runTypeScript(new URL('./store-process.testing.ts', import.meta.url), args, { FAULT_AT: 'files.row_removed' })
    const ended = once(process.child, 'exit')
    const id = await process.nextLine()
    expect(await ended).toEqual([null, 'SIGKILL'])
    await afterKill(database.owner)
    expect(await platform.files.listOf(owner)).toEqual([])
    expect(names()).toContain(id)
    await sweep()
    expect(names()).not.toContain(id)
  })
})

describe('R25 the quota of an account', () => {
  it('E9 a day takes what the largest form needs, and not twice that', () => {
    const formBytes = FORMS.map((form) =>
      Object.values(SLOTS[form] as Record<string, Slot>).reduce((sum, { kinds, maximum }) => sum + maximum * maximumBytes(kinds), 0),
    )
    expect(DAY_BYTES_MAX).toBeGreaterThanOrEqual(Math.max(...formBytes))
    expect(DAY_BYTES_MAX).toBeLessThan(2 * Math.max(...formBytes))
    expect(sentenceOf('files.quota_day', {})).toContain(`${DAY_BYTES_MAX / 1_048_576} MB`)
  })

  it('a day allows a fixed amount, counted also when nothing was kept, and the next day allows the same', async () => {
    const [owner, other] = [newId(), newId()]
    const send = (id: string, bytes: number) => outcome(platform.files.countUpload(id, bytes))
    const tries = await Promise.all(Array.from({ length: 8 }, () => send(owner, DAY_BYTES_MAX / 4)))
    expect(tries.filter((code) => code === null)).toHaveLength(4)
    expect(tries.filter((code) => code === 'files.quota_day')).toHaveLength(4)
    expect(await send(other, 1)).toBeNull()
    await countUpload(platform.db, owner, 1, new Date(platform.clock.now().getTime() + 86_400_000))
  })

  it('stored files may take 1 GB, and a removed file makes room again', async () => {
    const owner = newId()
    const { id } = await platform.files.store(fileOf(owner))
    await sql`UPDATE platform.stored_file SET bytes = ${STORED_BYTES_MAX - 1} WHERE id = ${id}`.execute(platform.db)
    expect(await outcome(platform.files.store(fileOf(owner)))).toBe('files.quota_stored')
    // A provider's report about the customer is not subject to their quota.
    expect(await outcome(platform.files.store(fileOf(owner, { purpose: 'screening.report' })))).toBeNull()
    await platform.files.remove(id)
    expect(await outcome(platform.files.store(fileOf(owner)))).toBeNull()
  })
})

describe('R17 a process killed in the middle of a store', () => {
  it.each(['files.part_written', 'files.written'])('at %s leaves no row without its file', async (point) => {
    const owner = newId()
    const process = runTypeScript(
      new URL('./store-process.testing.ts', import.meta.url),
      [JSON.stringify(database.connection), folder, owner],
      {
        FAULT_AT: point,
      },
    )
    const ended = once(process.child, 'exit')
    await expect(process.nextLine()).rejects.toThrow()
    expect(await ended).toEqual([null, 'SIGKILL'])
    await afterKill(database.owner)
    expect(await platform.files.listOf(owner)).toEqual([])
    const left = readdirSync(folder).length
    await sweep()
    expect(readdirSync(folder).length).toBe(left - 1)
    const again = await platform.files.store(fileOf(owner))
    expect((await platform.files.read(again.id))?.equals(content)).toBe(true)
  })
})
