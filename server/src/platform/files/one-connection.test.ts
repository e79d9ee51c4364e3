import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform } from '../../../../dev/testing/test-product.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'

it('a file is attached in a transaction that has the only connection, also after one that failed', async () => {
  const database = await createTestDatabase({ maxConnections: 1 })
  const platform = createTestPlatform(database)
  const facts = { ownerId: newId(), purpose: 'test.paper', kind: 'pdf', mediaType: 'application/pdf', originalName: 'a.pdf' } as const
  const content = Buffer.from('%PDF-1.7')
  const attaching = (rest: () => void) =>
    platform.files.storing(async (write) => {
      const file = await write({ ...facts, content })
      await inTransaction(platform.db, async (tx) => {
        await platform.files.attach(tx, file)
        rest()
      })
      return file.id
    })
  const failing = attaching(() => {
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const id = await attaching(() => undefined)
  expect(await platform.files.read(id)).toEqual(content)
  await database.drop()
  platform.remove()
})
