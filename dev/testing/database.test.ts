import { expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'

it('gives each caller a separate migrated database', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    await one.pool.query('CREATE TABLE mine (id int)')
    const found = async ({ pool }: typeof one, name: string) => (await pool.query('SELECT to_regclass($1) AS found', [name])).rows[0].found
    expect(await found(one, 'mine')).toBe('mine')
    expect(await found(other, 'mine')).toBeNull()
    expect(await found(other, 'platform.migration')).toBe('platform.migration')
  } finally {
    await one.drop()
    await other.drop()
  }
})
