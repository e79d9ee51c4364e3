/** Idempotency of recorded operations (R2, SEC-45). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import type { Connection, Transaction } from './database.ts'
import { findEarlier, idempotently, type Operation } from './idempotency.ts'
import { newId } from './ids.ts'

interface Row {
  requestHash: string
  answer: string
}

let database: TestDatabase
let recorded = 0
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`CREATE TABLE public.wish (id uuid PRIMARY KEY, request_hash text NOT NULL, answer text NOT NULL)`.execute(database.owner)
  await sql`CREATE TABLE public.counted (operation uuid PRIMARY KEY)`.execute(database.owner)
})
afterAll(() => database.drop())
beforeEach(() => {
  recorded = 0
})

const operation = (id = newId(), hash = 'body'): Operation => ({ id, hash, isKeyless: false })

async function find(connection: Connection, id: string): Promise<Row | null> {
  const found = await sql<Row>`SELECT request_hash AS "requestHash", answer FROM public.wish WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** Counts in a separate table before it writes its row, as the modules do: the copy violates that key first. */
async function record(tx: Transaction, { id, hash }: Operation): Promise<Row> {
  recorded++
  await sql`INSERT INTO public.counted (operation) VALUES (${id})`.execute(tx)
  const answer = newId()
  await sql`INSERT INTO public.wish (id, request_hash, answer) VALUES (${id}, ${hash}, ${answer})`.execute(tx)
  return { requestHash: hash, answer }
}

const run = (wish: Operation) => idempotently(database.owner, wish, { find: (tx) => find(tx, wish.id), record: (tx) => record(tx, wish) })

describe('idempotently', () => {
  it('R2 records once; a repeat gets the stored answer', async () => {
    const wish = operation()
    const first = await run(wish)
    expect(await run(wish)).toEqual(first)
    expect(recorded).toBe(1)
  })

  it('R2 twenty concurrent copies are one record, and all get its answer', async () => {
    const wish = operation()
    const answers = await Promise.all(Array.from({ length: 20 }, () => run(wish)))
    expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1)
    const rows = await sql`SELECT 1 FROM public.wish WHERE id = ${wish.id}`.execute(database.owner)
    expect(rows.rows.length).toBe(1)
  })

  it('R2 the same key with another body is refused', async () => {
    const wish = operation()
    await run(wish)
    const other = operation(wish.id, 'another body')
    await expect(run(other)).rejects.toThrow('request.idempotency_key_reused')
    await expect(findEarlier(database.owner, other, () => find(database.owner, wish.id))).rejects.toThrow('request.idempotency_key_reused')
  })

  it('a repeated key violation is not treated as a copy', async () => {
    const wish = operation()
    await sql`INSERT INTO public.counted (operation) VALUES (${wish.id})`.execute(database.owner)
    await expect(run(wish)).rejects.toThrow('counted_pkey')
    expect(recorded).toBe(2)
  })
})
