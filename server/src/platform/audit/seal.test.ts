/** The chain of seals has no gaps and never forks, with concurrent workers and with workers that are killed. */
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { databaseTrail, verifyTrail } from './index.ts'
import { readAuditKeys } from './keys.ts'
import { sealWaiting, signHead } from './seal.ts'

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
})
beforeEach(() =>
  sql`TRUNCATE platform.audit_entry, platform.audit_unsealed, platform.audit_seal, platform.audit_head, platform.event`.execute(
    database.owner,
  ),
)

const keys = () => readAuditKeys(platform.secrets, {})
const record = () =>
  inTransaction(database.db, (tx) =>
    platform.audit.record(tx, {
      actor: { kind: 'system', name: 'test' },
      action: 'identity.state_changed',
      object: { type: 'account', id: newId() },
      before: { state: 'unverified' },
      after: { state: 'verified' },
    }),
  )
const recordMany = (count: number) => Promise.all(Array.from({ length: count }, record))
const verify = () => verifyTrail(databaseTrail(database.db), { keys: keys() })
const seqs = async () =>
  (await sql<{ seq: bigint }>`SELECT seq FROM platform.audit_seal ORDER BY seq`.execute(database.db)).rows.map(({ seq }) => Number(seq))
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const startSealer = (env: Record<string, string> = {}) =>
  runTypeScript(new URL('./seal-process.testing.ts', import.meta.url), [JSON.stringify(database.connection)], env)

describe('the sealer', () => {
  it('R35 gives every entry a place without gaps, more than one batch at a time, and once', async () => {
    // In groups: callers that would wait behind 500 others for a connection are refused.
    for (let group = 0; group < 11; group++) await recordMany(100)
    await sealWaiting({ ...platform, keys: keys() })
    await sealWaiting({ ...platform, keys: keys() })
    expect(await seqs()).toEqual(upTo(1_100))
    expect(await verify()).toMatchObject({ entries: 1_100, waiting: 0, findings: [] })
  })

  it('runs one query while nothing waits', async () => {
    await record()
    await sealWaiting({ ...platform, keys: keys() })
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await sealWaiting({ ...platform, keys: keys() })
      expect(asked).toHaveBeenCalledTimes(1)
    } finally {
      asked.mockRestore()
    }
  })

  it('an entry that is committed late follows those that were sealed before it', async () => {
    let commit = () => {}
    const waits = new Promise<void>((resolve) => (commit = resolve))
    const late = inTransaction(database.db, async (tx) => {
      await platform.audit.record(tx, {
        actor: { kind: 'system', name: 'late' },
        action: 'reconciliation.capital_booked',
        object: { type: 'x', id: '1' },
      })
      await waits
    })
    await recordMany(3)
    await sealWaiting({ ...platform, keys: keys() })
    expect(await seqs()).toEqual([1, 2, 3])
    commit()
    await late
    await sealWaiting({ ...platform, keys: keys() })
    expect(await seqs()).toEqual([1, 2, 3, 4])
    expect((await verify()).findings).toEqual([])
  })

  it('R35 two workers never fork the chain, while others write', async () => {
    const writing = (async () => {
      for (let round = 0; round < 20; round++) await recordMany(20)
    })()
    const sealing = Array.from({ length: 6 }, async () => {
      for (let round = 0; round < 40; round++) await sealWaiting({ ...platform, keys: keys() })
    })
    await Promise.all([writing, ...sealing])
    await sealWaiting({ ...platform, keys: keys() })
    expect(await seqs()).toEqual(upTo(400))
    expect(await verify()).toMatchObject({ waiting: 0, findings: [] })
  })

  it.each(['audit.seals_written', 'audit.waiting_removed'])('a worker that is killed at %s leaves nothing half done', async (point) => {
    await recordMany(5)
    const child = startSealer({ FAULT_AT: point })
    expect(await once(child.child, 'exit')).toEqual([null, 'SIGKILL'])
    await afterKill(database.owner)
    expect([await seqs(), (await verify()).findings]).toEqual([[], []])
    await sealWaiting({ ...platform, keys: keys() })
    expect([await seqs(), (await verify()).findings]).toEqual([upTo(5), []])
  })

  it('R35 workers that are killed again and again leave one whole chain', async () => {
    let isWriting = true
    const writing = (async () => {
      while (isWriting) await recordMany(10)
    })()
    for (let round = 0; round < 3; round++) {
      const children = [startSealer(), startSealer()]
      await Promise.all(children.map((child) => child.nextLine()))
      const before = (await seqs()).length
      await expect.poll(async () => (await seqs()).length, { timeout: 30_000 }).toBeGreaterThan(before + 10)
      await Promise.all(children.map((child) => child.kill()))
    }
    isWriting = false
    await writing
    // The database may still execute the last batch of a killed worker, which then holds the mutex.
    const report = await vi.waitUntil(
      async () => {
        await sealWaiting({ ...platform, keys: keys() })
        const found = await verify()
        return found.waiting === 0 ? found : null
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(report.findings).toEqual([])
    expect(await seqs()).toEqual(upTo(report.entries))
  }, 120_000)
})

describe('the signed head', () => {
  it('seals what waits, is kept, and is announced', async () => {
    await recordMany(3)
    const head = await signHead({ ...platform, keys: keys() })
    expect(head).toMatchObject({ seq: 3, entries: 3, hash: (await verify()).lastHash })
    const { rows } = await sql<{ payload: unknown }>`SELECT payload FROM platform.event WHERE type = 'platform.audit_head_signed'`.execute(
      database.db,
    )
    expect(rows).toEqual([{ payload: head }])
    expect(await verify()).toMatchObject({ heads: 1, findings: [] })
  })
})

describe('a new key', () => {
  it('seals from now on, and the old one verifies what it sealed', async () => {
    await recordMany(2)
    await sealWaiting({ ...platform, keys: keys() })
    const [first, second] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64'))
    for (const env of [{ AUDIT_KEY: first }, { AUDIT_KEY: second, AUDIT_RETIRED_KEYS: first }]) {
      await record()
      await sealWaiting({ ...platform, keys: readAuditKeys(platform.secrets, env) })
    }
    const check = (env: Record<string, string | undefined>) =>
      verifyTrail(databaseTrail(database.db), { keys: readAuditKeys(platform.secrets, env) })
    expect((await check({ AUDIT_KEY: second, AUDIT_RETIRED_KEYS: first })).findings).toEqual([])
    expect((await check({ AUDIT_KEY: second })).findings).toEqual([expect.stringMatching(/^seq 3, .*unknown key/)])
  })

  it('of another length stops the boot', () => {
    expect(() => readAuditKeys(platform.secrets, { AUDIT_KEY: 'c2hvcnQ=' })).toThrow('AUDIT_KEY')
    expect(() => readAuditKeys(platform.secrets, { AUDIT_RETIRED_KEYS: 'c2hvcnQ=' })).toThrow('AUDIT_RETIRED_KEYS')
  })
})
