import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { createTestPlatform } from '../../testing/test-product.ts'
import { inTransaction } from '../database.ts'
import { newId } from '../ids.ts'

it('a file is stored in a transaction that has the only connection, and the key of a failed one is made anew', async () => {
  const database = await createTestDatabase({ maxConnections: 1 })
  const platform = createTestPlatform(database)
  const facts = { ownerId: newId(), purpose: 'test.paper', kind: 'pdf', mediaType: 'application/pdf', originalName: 'a.pdf' } as const
  const content = Buffer.from('%PDF-1.7')
  const failing = inTransaction(platform.db, async (tx) => {
    await platform.files.store({ ...facts, content }, tx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const { id } = await inTransaction(platform.db, (tx) => platform.files.store({ ...facts, content }, tx))
  expect(await platform.files.read(id)).toEqual(content)
  await database.drop()
  platform.remove()
})
