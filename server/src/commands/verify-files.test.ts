/** `tunjo verify files`: each stored file against its row and its key, and files without a row. */
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { operatorCommand } from '../../../dev/testing/operator-command.ts'
import { platformOfFile } from '../../../dev/testing/platform-of-file.ts'
import { newId } from '../platform/database/ids.ts'

const made = platformOfFile()
let folder: string
let verify: ReturnType<typeof operatorCommand>
beforeAll(() => {
  folder = join(made.platform.settings.dataDir, 'files')
  verify = operatorCommand(['verify', 'files'], made.database.ownerConnection, made.platform.settings.dataDir)
})

const store = async (ownerId = newId()): Promise<string> => {
  const content = Buffer.from(`%PDF ${newId()}`)
  const facts = { ownerId, purpose: 'kyc.id_front', kind: 'pdf', mediaType: 'application/pdf', originalName: 'a.pdf' } as const
  return (await made.platform.files.store({ ...facts, content })).id
}
const old = (name: string) => utimesSync(join(folder, name), new Date('2026-01-01'), new Date('2026-01-01'))

describe('tunjo verify files', () => {
  it('reports that all files exist, page by page, and skips those that were erased with their owner', async () => {
    for (let count = 0; count < 7; count++) await store()
    const missingId = newId()
    await store(missingId)
    await made.platform.files.eraseOwner(missingId)
    made.platform.clock.advance(1_000)
    await store(missingId)
    const report = verify('--page', '3')
    expect(report).toMatchObject({ status: 0, output: expect.stringContaining('The stored files are whole.') })
    expect(report.output).toMatch(/^8 files read, 1 destroyed with the key of its owner, \d+ bytes\.$/m)
  })

  it('names each file that is missing, altered, exchanged, under another hash or key, or without a row', async () => {
    const [whole, missing, altered, first, second, hashed, keyless] = await Promise.all(Array.from({ length: 7 }, () => store()))
    const pathOf = (id = '') => join(folder, id)
    rmSync(pathOf(missing))
    const bytes = readFileSync(pathOf(altered))
    bytes[20] = (bytes[20] ?? 0) ^ 1
    writeFileSync(pathOf(altered), bytes)
    writeFileSync(pathOf(first), readFileSync(pathOf(second)))
    await sql`UPDATE platform.stored_file SET sha256 = ${'0'.repeat(64)} WHERE id = ${hashed}`.execute(made.database.owner)
    const foreign = made.platform.secrets.seal('another purpose', Buffer.alloc(32))
    await sql`UPDATE platform.file_key SET sealed = ${foreign}
      WHERE owner_id = (SELECT owner_id FROM platform.stored_file WHERE id = ${keyless})`.execute(made.database.owner)
    const [orphan, part, young] = [newId(), `${newId()}.part`, newId()]
    for (const name of [orphan, part, young]) writeFileSync(pathOf(name), 'left behind')
    for (const name of [orphan, part]) old(name)

    const { status, output } = verify('--page', '2')
    expect(status).toBe(1)
    const found = output.split('\n').filter((line) => line.startsWith('file '))
    expect(found.sort()).toEqual(
      [
        `file ${missing}: is missing from the folder`,
        `file ${altered}: was changed, or is another file`,
        `file ${first}: was changed, or is another file`,
        `file ${hashed}: has another content than its row says`,
        `file ${keyless}: SECRETS_KEY does not open the key of its owner`,
        `file ${orphan}: has no row`,
        `file ${part}: has no row`,
      ].sort(),
    )
    expect(output).toContain('7 findings.')
    expect(output).not.toContain(whole)
    expect(output).not.toContain(young)
  })

  it('refuses an invalid page size', () => {
    expect(verify('--page', '0')).toMatchObject({ status: 2, output: expect.stringContaining('a whole number from 1 to 10000') })
  })
})
