/**
 * Writer process for tests that kill it. It posts as fast as it can, half of it within business transactions that also write a row of their
 * own, and prints each id once it is acknowledged.
 */
import { sql } from 'kysely'
import { inTransaction, openDatabase } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createLog } from '../../../../platform/observability/log.ts'
import { systemClock } from '../../../../platform/time/clock.ts'
import { type Account, createLedger, customerAccount, systemAccount } from '../index.ts'
import { TEST_KEYS } from './keys.ts'

const [connection, ...owners] = process.argv.slice(2)
if (!connection) throw new Error('usage: post-until-killed <connection as JSON> <owner>…')
const { db } = openDatabase(JSON.parse(connection))
const ledger = createLedger({ db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }), ...TEST_KEYS })
const accounts = owners.map((owner) => customerAccount(owner, 'COP'))
const bank = systemAccount('bank', 'COP')

async function deposit(credit: Account): Promise<string> {
  const id = newId()
  await ledger.post([{ kind: 'post', id, debit: bank, credit, amount: 5n, code: 'test.deposit' }])
  return id
}

async function withdraw(account: Account): Promise<string> {
  const id = newId()
  await inTransaction(db, async (tx) => {
    await sql`INSERT INTO withdrawal (id) VALUES (${id})`.execute(tx)
    await ledger.holdWithin(tx, { id, account, amount: 1n, ref: id, code: 'test.withdrawal' })
  })
  return id
}

async function work(number: number): Promise<never> {
  for (let turn = number; ; turn++) {
    const account = accounts[turn % accounts.length]
    if (!account) throw new Error('no accounts')
    // Refusals, and a database that was killed, are part of the test: only what was acknowledged counts.
    const id = await (number % 4 === 0 ? withdraw(account) : deposit(account)).catch(() => null)
    if (id) process.stdout.write(`${id}\n`)
    else await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

await Promise.all(Array.from({ length: 16 }, (_, number) => work(number)))
