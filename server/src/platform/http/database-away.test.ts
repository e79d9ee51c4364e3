import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { endpoint } from '@tunjo/contract/endpoint'
import type { Problem } from '@tunjo/contract/errors'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../dev/testing/test-product.ts'
import { inTransaction, isLockTimeout, type OpenDatabase, openDatabase, type Transaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { implement } from './route.ts'

const asking = endpoint({
  method: 'GET',
  path: '/api/asking',
  role: 'PUBLIC',
  summary: 'Ask the database',
  response: z.object({ ok: z.boolean() }),
  errors: [],
})

const queueing = endpoint({ ...asking, path: '/api/queueing', summary: 'Ask over sixteen connections' })
const shortly = endpoint({ ...asking, path: '/api/short', summary: 'Ask where two may wait' })
const keeping = endpoint({ ...asking, path: '/api/keeping', summary: 'Keep a form of a customer' })
const failing = endpoint({
  ...asking,
  path: '/api/failing',
  summary: 'Fail with an error of PostgreSQL',
  query: z.object({ code: z.string() }),
})
const writing = endpoint({ ...asking, path: '/api/writing', summary: 'Write a file' })
const throwing = endpoint({ ...asking, path: '/api/throwing', summary: 'Fail with the error that the test gives' })

let database: TestDatabase
let narrow: OpenDatabase
let impatient: OpenDatabase
let wide: OpenDatabase
let short: OpenDatabase
let platform: TestPlatform
let server: TestServer
beforeEach(async () => {
  database = await createTestDatabase()
  narrow = openDatabase(database.connection, { maxConnections: 1 })
  wide = openDatabase(database.connection)
  short = openDatabase(database.connection, { maxConnections: 1, maxWaiting: 2 })
  platform = createTestPlatform(database)
  impatient = openDatabase(database.connection, { lockWaitMs: 100 })
  const routes = implement(
    { asking, queueing, short: shortly, keeping, failing, writing, throwing },
    {
      failing: async ({ query }) => {
        await sql`DO ${sql.raw(`$$ BEGIN RAISE EXCEPTION USING ERRCODE = '${query.code}'; END $$`)}`.execute(narrow.db)
        return { ok: true }
      },
      writing: async () => {
        await writeFile(written, 'a page of a document')
        return { ok: true }
      },
      throwing: async () => {
        throw thrown
      },
      queueing: async () => ({ ok: (await sql`SELECT pg_sleep(0.01)`.execute(wide.db)).rows.length === 1 }),
      short: async () => ({ ok: (await sql`SELECT 1`.execute(short.db)).rows.length === 1 }),
      asking: async () => ({ ok: (await sql`SELECT 1`.execute(narrow.db)).rows.length === 1 }),
      keeping: () => inTransaction(impatient.db, async (tx) => ({ ok: (await lockForm(tx)) === 1 })),
    },
  )
  server = await startTestServer(platform, routes)
})
afterEach(async () => {
  await server.close()
  platform.remove()
  await narrow.close()
  await impatient.close()
  await wide.close()
  await short.close()
  await database.drop()
})

/** Device on which every write finds no space. */
const FULL_DISK = '/dev/full'
let written = FULL_DISK
let thrown: Error
const FORM_OF = newId()
const lockForm = async (tx: Transaction) =>
  (await sql`SELECT 1 FROM kyc.form WHERE account_id = ${FORM_OF} FOR UPDATE`.execute(tx)).rows.length

const ask = async (path = '/api/asking') => {
  const { status, headers } = await fetch(server.url + path)
  return [status, headers.get('app-error')]
}

describe('R32 an unavailable database', () => {
  it('since every connection stays busy is 503, and answers again afterwards', async () => {
    const busy = await narrow.pool.connect()
    expect(await ask()).toEqual([503, 'server.unavailable'])
    busy.release()
    expect(await ask()).toEqual([200, null])
  })
})

describe('R32 a lack of a resource is 503 with a time to come back, never 500', () => {
  const answerOf = async (path: string) => {
    const { status, headers } = await fetch(server.url + path)
    return [status, headers.get('app-error'), headers.get('retry-after')]
  }

  it('that PostgreSQL reports: connection, disk, memory, number of connections, stop, crash, start', async () => {
    const codes = ['08000', '08006', '25006', '53100', '53200', '53300', '57P01', '57P02', '57P03', '57P05', '58030']
    for (const code of codes)
      expect([code, ...(await answerOf(`/api/failing?code=${code}`))]).toEqual([code, 503, 'server.unavailable', '5'])
  })

  it('but a mistake of the product in its own statement stays 500', async () => {
    expect(await answerOf('/api/failing?code=42601')).toEqual([500, 'server.unexpected', null])
  })

  it('that the driver, the network or the process reports', async () => {
    const errors = [
      ['Connection terminated unexpectedly', {}],
      ['Connection terminated due to connection timeout', {}],
      ['Client has encountered a connection error and is not queryable', {}],
      ['Cannot use a pool after calling end on the pool', {}],
      ['connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', syscall: 'connect' }],
      ['connect ENOENT /run/postgres/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' }],
      ['connect EHOSTUNREACH 10.0.0.7:5432', { code: 'EHOSTUNREACH', syscall: 'connect' }],
      ['getaddrinfo EAI_AGAIN database', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
      ['write EPIPE', { code: 'EPIPE', syscall: 'write' }],
      ['open EMFILE', { code: 'EMFILE', syscall: 'open' }],
      ['open ENFILE', { code: 'ENFILE', syscall: 'open' }],
    ] as const
    for (const [message, fields] of errors) {
      thrown = Object.assign(new Error(message), fields)
      expect([message, ...(await answerOf('/api/throwing'))]).toEqual([message, 503, 'server.unavailable', '5'])
    }
  })

  it.runIf(existsSync(FULL_DISK))('a full disk for files', async () => {
    written = FULL_DISK
    expect(await answerOf('/api/writing')).toEqual([503, 'files.storage_full', '600'])
  })

  it('but a file that is missing is a mistake of the product', async () => {
    written = '/a-folder-that-does-not-exist/file'
    expect(await answerOf('/api/writing')).toEqual([500, 'server.unexpected', null])
  })
})

describe('F7 more callers than connections', () => {
  const PROBLEM = { headers: { accept: 'application/problem+json' } }
  const UNAVAILABLE = 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos minutos.'
  const status = async (path: string) => {
    const { status: code, headers } = await fetch(server.url + path)
    return [code, headers.get('app-error'), headers.get('retry-after')]
  }

  it('two hundred concurrent callers on sixteen connections each wait and are answered', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => status('/api/queueing')))
    expect(new Set(answers.map((answer) => answer.join(' ')))).toEqual(new Set(['200  ']))
  })

  it('a caller who finds the queue full is refused immediately, with a time to come back, and those in it are served', async () => {
    const busy = await short.pool.connect()
    const waiting = [status('/api/short'), status('/api/short')]
    await expect.poll(() => short.pool.waitingCount).toBe(2)
    expect(await status('/api/short')).toEqual([503, 'server.unavailable', '5'])
    const { detail } = (await (await fetch(`${server.url}/api/short`, PROBLEM)).json()) as Problem
    expect(detail).toBe(UNAVAILABLE)
    busy.release()
    expect(await Promise.all(waiting)).toEqual([
      [200, null, null],
      [200, null, null],
    ])
  })
})

describe('D9 R32 a row that another transaction holds', () => {
  const insert = sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at)
    VALUES (${FORM_OF}, 'natural-1', 'draft', '{}', 0, now())`

  it('is a refusal with a separate code and a time to come back, and free again afterwards', async () => {
    await insert.execute(database.owner)
    await inTransaction(database.owner, async (tx) => {
      await lockForm(tx)
      const refused = await fetch(`${server.url}/api/keeping`, { headers: { accept: 'application/problem+json' } })
      expect([refused.status, refused.headers.get('app-error'), refused.headers.get('retry-after')]).toEqual([503, 'server.busy', '5'])
      expect(((await refused.json()) as Problem).detail).toBe(
        'Otra operación trabaja ahora con estos mismos datos. Inténtalo de nuevo en un momento.',
      )
    })
    expect(await ask('/api/keeping')).toEqual([200, null])
  })

  it('is waited for on every connection of the product, and for less than a statement may take', async () => {
    const waits = await sql<{ lock_timeout: string }>`SHOW lock_timeout`.execute(narrow.db)
    expect(waits.rows).toEqual([{ lock_timeout: '8s' }])
  })

  it('and a statement that takes longer than it may is refused in the same way', async () => {
    await sql`SET statement_timeout = 50`.execute(narrow.db)
    await expect(sql`SELECT pg_sleep(5)`.execute(narrow.db)).rejects.toSatisfy(isLockTimeout)
  })
})
