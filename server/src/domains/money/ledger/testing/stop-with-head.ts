/**
 * Writer process that posts within a given number of concurrent transactions and waits in each: the head of the chain is locked meanwhile.
 */
import { sql } from 'kysely'
import { inTransaction, openDatabase } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createLog } from '../../../../platform/observability/log.ts'
import { systemClock } from '../../../../platform/time/clock.ts'
import { createLedger, customerAccount, systemAccount } from '../index.ts'
import { TEST_KEYS } from './keys.ts'

const [connection = '', owner = '', count = '1'] = process.argv.slice(2)
const { db } = openDatabase(JSON.parse(connection))
const ledger = createLedger({ db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }), ...TEST_KEYS })
const leg = {
  kind: 'post',
  debit: systemAccount('bank', 'COP'),
  credit: customerAccount(owner, 'COP'),
  amount: 1n,
  code: 'test.stopped',
} as const
async function post(): Promise<void> {
  const id = newId()
  await inTransaction(db, async (tx) => {
    await ledger.postWithin(tx, [{ ...leg, id }])
    process.stdout.write('holding\n')
    // Long enough to be stopped in this loop; afterwards it continues as if nothing had happened.
    const until = Date.now() + 300
    while (Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    await sql`SELECT 1`.execute(tx)
  })
  process.stdout.write(`posted ${id}\n`)
}

await Promise.all(Array.from({ length: Number(count) }, post))
process.exit(0)
