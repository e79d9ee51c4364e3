import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { inTransaction, onEnd, shortIdleTimeout } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`CREATE TABLE public.effect (id int)`.execute(database.owner)
  await sql`GRANT ALL ON public.effect TO PUBLIC`.execute(database.owner)
})
afterAll(() => database.drop())

const effects = async () =>
  (await sql<{ id: number }>`SELECT id FROM public.effect ORDER BY id`.execute(database.owner)).rows.map(({ id }) => id)

describe('a transaction', () => {
  it('R2 that was terminated while idle is run again, also when it notices only at the commit', async () => {
    let endings = 0
    let runs = 0
    await inTransaction(database.db, async (tx) => {
      runs++
      onEnd(tx, () => void endings++)
      await sql`INSERT INTO public.effect VALUES (1)`.execute(tx)
      if (runs > 1) return
      await sql`SELECT ${sql.raw(shortIdleTimeout(50))}`.execute(tx)
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await expect.poll(() => isThere(rows[0]?.pid ?? 0), { timeout: 10_000 }).toBe(false)
    })
    expect(runs).toBe(2)
    expect(await effects()).toEqual([1])
    expect(endings).toBe(2)
  })
})

describe('a time that no Date has', () => {
  it.each([
    [`'infinity'::timestamptz`, 8.64e15],
    [`'-infinity'::timestamptz`, -8.64e15],
    [`'294276-01-01'::timestamptz`, 8.64e15],
    [`'infinity'::date`, 8.64e15],
    [`'2026-11-30 12:00Z'::timestamptz`, Date.UTC(2026, 10, 30, 12)],
  ])('%s is read as the nearest one', async (value, milliseconds) => {
    const { rows } = await sql<{ at: Date }>`SELECT ${sql.raw(value)} AS at`.execute(database.db)
    expect(rows[0]?.at.getTime()).toBe(milliseconds)
  })
})

async function isThere(pid: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`.execute(database.owner)
  return rows.length > 0
}
