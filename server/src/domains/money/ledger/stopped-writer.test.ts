/** A process is stopped while it has the lock of the ledger head: the others continue without it, and it continues when it is resumed. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger, customerAccount, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'

const WRITER = new URL('testing/stop-with-head.ts', import.meta.url)

const SILENT = createLog({ level: 'silent', pretty: false })

it('MON-10 a stopped process with many postings in flight leaves none of them waiting for the head', async () => {
  const database = await createTestDatabase()
  const ledger = createLedger({ db: database.db, clock: systemClock, log: SILENT, ...TEST_KEYS })
  const owner = newId()
  const stopped = runTypeScript(WRITER, [JSON.stringify(database.connection), owner, '6'])
  try {
    expect(await stopped.nextLine()).toBe('holding')
    stopped.child.kill('SIGSTOP')
    // Each would get the head when the transaction before it is terminated, and keep it as long.
    const waiting = await sql<{ count: bigint }>`SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.owner)
    expect(waiting.rows).toEqual([{ count: 0n }])
    const account = customerAccount(owner, 'COP')
    const leg = { kind: 'post', debit: systemAccount('bank', 'COP'), credit: account, amount: 5n, code: 'test.deposit' } as const
    expect((await ledger.post([{ ...leg, id: newId() }])).outcome).toBe('posted')
    stopped.child.kill('SIGCONT')
    let posted = 0
    while (posted < 6) if (/^posted /.test(await stopped.nextLine())) posted++
    expect((await ledger.balance(account)).posted).toBe(11n)
    expect((await ledger.verify()).faults).toEqual([])
  } finally {
    await stopped.kill()
    await database.drop()
  }
}, 40_000)

it('MON-10 a writer that is stopped in its transaction is terminated, and posts once after it resumes', async () => {
  const database = await createTestDatabase()
  const ledger = createLedger({ db: database.db, clock: systemClock, log: SILENT, ...TEST_KEYS })
  const owner = newId()
  const stopped = runTypeScript(WRITER, [JSON.stringify(database.connection), owner])
  try {
    expect(await stopped.nextLine()).toBe('holding')
    stopped.child.kill('SIGSTOP')
    const account = customerAccount(owner, 'COP')
    const leg = { kind: 'post', debit: systemAccount('bank', 'COP'), credit: account, amount: 5n, code: 'test.deposit' } as const
    // The database used to terminate an idle transaction after 30 seconds.
    expect((await ledger.post([{ ...leg, id: newId() }])).outcome).toBe('posted')
    stopped.child.kill('SIGCONT')
    // It detects that, and repeats its work from the beginning.
    expect(await stopped.nextLine()).toBe('holding')
    expect(await stopped.nextLine()).toMatch(/^posted /)
    expect((await ledger.balance(account)).posted).toBe(6n)
    expect((await ledger.verify()).faults).toEqual([])
  } finally {
    await stopped.kill()
    await database.drop()
  }
}, 40_000)
