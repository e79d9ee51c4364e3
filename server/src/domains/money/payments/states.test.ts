/** The state machines of deposits and withdrawals on the real database (MON-03, MON-04, MON-06). */
import { TRANSACTION_STATES } from '@tunjo/contract/payments'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../dev/testing/state-machine.ts'
import { newId, sha256 } from '../../../platform/database/ids.ts'
import { isFinal } from '../../../platform/state-machine/index.ts'
import { lockDeposit } from './deposits/deposit-store.ts'
import { moveDeposit } from './deposits/move-deposit.ts'
import { DEPOSIT_STATES } from './deposits/states.ts'
import { LINE_STATES } from './transfers/line-states.ts'
import { findLine, lockLine } from './transfers/line-store.ts'
import { moveLine } from './transfers/move-line.ts'
import { moveWithdrawal } from './withdrawals/move-withdrawal.ts'
import { WITHDRAWAL_STATES } from './withdrawals/states.ts'
import { lockWithdrawal } from './withdrawals/withdrawal-store.ts'

const file = platformOfFile()

const COLUMNS = sql`id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number, amount, created_at`
const VALUES = (id: string) => sql`${id}, ${newId()}, 'hash', ${newId()}, 1, 'Nómina', 9, '12345678', 1000000, now()`

async function place(id: string, insert: (endedAt: Date | null) => RawBuilder<unknown>, isOver: boolean): Promise<string> {
  await insert(isOver ? new Date() : null).execute(file.database.db)
  return id
}

testStateMachine(DEPOSIT_STATES, () => ({
  db: file.database.db,
  isAnnounced: true,
  place(state) {
    const id = newId()
    const insert = (endedAt: Date | null) => sql`INSERT INTO payments.deposit (${COLUMNS}, payer, state, ended_at)
      VALUES (${VALUES(id)}, '{}', ${state}, ${endedAt})`
    return place(id, insert, isFinal(DEPOSIT_STATES, state))
  },
  async stateOf(id) {
    const deposit = await file.database.db.transaction().execute((tx) => lockDeposit(tx, id))
    return deposit?.state ?? 'PENDING'
  },
  async move(tx, id, change) {
    const deposit = await lockDeposit(tx, id)
    if (!deposit) throw new Error('no deposit')
    return moveDeposit(file.platform, tx, deposit, { ...change, set: { ended_at: isFinal(DEPOSIT_STATES, change.to) ? change.at : null } })
  },
}))

testStateMachine(WITHDRAWAL_STATES, () => ({
  db: file.database.db,
  isAnnounced: true,
  place(state) {
    const id = newId()
    const insert = (endedAt: Date | null) => sql`INSERT INTO payments.withdrawal (${COLUMNS}, payee, pay_after, state, ended_at)
      VALUES (${VALUES(id)}, '{}', now(), ${state}, ${endedAt})`
    return place(id, insert, isFinal(WITHDRAWAL_STATES, state))
  },
  async stateOf(id) {
    const withdrawal = await file.database.db.transaction().execute((tx) => lockWithdrawal(tx, id))
    return withdrawal?.state ?? 'HELD'
  },
  async move(tx, id, change) {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) throw new Error('no withdrawal')
    const set = { ended_at: isFinal(WITHDRAWAL_STATES, change.to) ? change.at : null }
    return moveWithdrawal(file.platform, tx, withdrawal, { ...change, set })
  },
}))

it('both machines together are the states of the contract', () => {
  expect([...new Set([...DEPOSIT_STATES.states, ...WITHDRAWAL_STATES.states])].sort()).toEqual([...TRANSACTION_STATES].sort())
})

testStateMachine(LINE_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const [id, statementId] = [newId(), newId()]
    await sql`INSERT INTO payments.statement (id, file_hash, account, from_day, to_day, opening, closing, lines, uploaded_by, uploaded_at)
      VALUES (${statementId}, ${sha256(statementId)}, '1', now(), now(), 0, 0, '[]', ${newId()}, now())`.execute(file.database.db)
    await sql`INSERT INTO payments.statement_line (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer,
        state, created_at, ended_at)
      VALUES (${id}, ${id}, ${statementId}, 1, '1', now(), 100, '', '', '{}', ${state}, now(), ${isFinal(LINE_STATES, state) ? new Date() : null})`.execute(
      file.database.db,
    )
    return id
  },
  async stateOf(id) {
    const line = await findLine(file.database.db, id)
    return line?.state ?? 'PENDING'
  },
  async move(tx, id, { to, at, actor }) {
    const line = await lockLine(tx, id)
    if (!line) throw new Error('no line')
    return moveLine(tx, line, { to, at, actor, set: { ended_at: isFinal(LINE_STATES, to) ? at : null } })
  },
}))
