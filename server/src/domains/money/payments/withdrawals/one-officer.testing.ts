/** Customers, officers and money of the random histories of R11: arrivals by transfer and by token, withdrawals and their decisions. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { newOfficer } from '../parts.testing.ts'
import type { PaymentsTest } from '../testing.ts'

const REASON = 'Hablé con el cliente y revisé el origen.'
export const DAY_MS = 24 * 3_600_000

export interface Customer {
  readonly id: string
  readonly account: string
}
/** Amounts are COP cents. */
export interface Arrival {
  readonly accountId: string
  readonly at: Date
  readonly amount: bigint
}
interface WithdrawalNow {
  readonly id: string
  readonly accountId: string
  readonly amount: bigint
  readonly state: string
  readonly cause: string | null
  readonly makerId: string | null
  readonly checkerId: string | null
  readonly createdAt: Date
  /** Time of the last approval. */
  readonly approvedAt: Date | null
}
interface Request {
  readonly id: string
  readonly maker: string
}

export class History {
  readonly officers = [newOfficer(), newOfficer(), newOfficer()]
  readonly ids: string[] = []
  readonly requests: Request[] = []
  readonly arrivals: Arrival[] = []
  readonly test: PaymentsTest
  readonly customers: readonly Customer[]

  constructor(test: PaymentsTest, customers: readonly Customer[]) {
    this.test = test
    this.customers = customers
  }

  now = () => this.test.platform.clock.now()

  async withdrawals(): Promise<WithdrawalNow[]> {
    const found =
      await sql<WithdrawalNow>`SELECT id, account_id AS "accountId", amount, state, review_cause AS cause, maker_id AS "makerId",
        checker_id AS "checkerId", created_at AS "createdAt", (SELECT max(step.at) FROM payments.state_history AS step
          WHERE step.subject_id = withdrawal.id::text AND from_state = 'IN_REVIEW' AND to_state = 'HELD') AS "approvedAt"
      FROM payments.withdrawal WHERE id = ANY(${this.ids}::uuid[]) ORDER BY created_at, id`.execute(this.test.platform.db)
    return found.rows
  }
  inState = async (state: string) => (await this.withdrawals()).filter((row) => row.state === state).map(({ id }) => id)

  async withdraw({ id, account }: Customer, pesos: number): Promise<WithdrawalNow | undefined> {
    const answer = await this.test.call(id, 'POST', '/payment/withdraw', { account, amount: String(pesos) }, newId())
    expect([answer.status, answer.code]).toEqual([200, null])
    this.ids.push(answer.body.transactionId)
    return (await this.withdrawals()).find((row) => row.id === answer.body.transactionId)
  }

  decide(officer: string, withdrawalIds: readonly string[], decision: string) {
    const body = { withdrawalIds, decision, reason: REASON }
    return this.test.call(officer, 'POST', '/payment/administrative/withdrawals/decide', body)
  }
  async approve(maker: string, chosen: readonly string[]): Promise<void> {
    const answer = await this.decide(maker, chosen, 'approve')
    if (answer.status === 202) this.requests.push({ id: answer.body.approvalRequestId, maker })
    expect([200, 202, 409]).toContain(answer.status)
  }
  async check({ id, maker }: Request, checker: string): Promise<void> {
    const answer = await this.test.call(checker, 'POST', `/api/administrative/approvals/${id}/approve`, { note: REASON })
    if (checker === maker) expect(answer.code).toBe('approvals.own_request')
    else expect([null, 'approvals.facts_changed', 'approvals.not_waiting']).toContain(answer.code)
  }

  /** Import all movements of the bank, by two officers. The transfer of another payer waits for two more. */
  async transfer({ id }: Customer, pesos: number, name: string): Promise<void> {
    const { reference } = (await this.test.call(id, 'POST', '/payment/deposit/transfer')).body
    this.test.sandbox.controls.apply({ action: 'bank-transfer', reference, name, document: '', amount: pesos, direction: 'in' })
    const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
    const content = { method: 'POST', headers, body: this.test.sandbox.controls.statement() }
    const sent = await fetch(`${this.test.server.url}/payment/administrative/statements`, content)
    const { id: statement }: { id: string } = JSON.parse(await sent.text())
    const asked = await this.test.call(newOfficer(), 'POST', `/payment/administrative/statements/${statement}/import`, { reason: REASON })
    await this.check({ id: asked.body.approvalRequestId, maker: '' }, newOfficer())
    await this.test.platform.jobs.drain()
    await this.noteArrivals()
  }
  async releaseDeposit(maker: string): Promise<void> {
    const waiting = await this.test.call(maker, 'GET', '/payment/administrative/deposits/in-review?size=100')
    const own = waiting.body.results.find(({ accountId }: { accountId: string }) => this.customers.some(({ id }) => id === accountId))
    if (!own) return
    const path = `/payment/administrative/deposits/${own.transactionId}/decide`
    const answer = await this.test.call(maker, 'POST', path, { decision: 'credit', reason: REASON })
    // Always two officers, whatever the amount.
    expect([answer.status, answer.code]).toEqual(answer.code ? [409, 'approvals.already_waiting'] : [202, null])
    if (answer.status === 202) this.requests.push({ id: answer.body.approvalRequestId, maker })
  }
  /** Tokens credited with this value. */
  async tokens({ id }: Customer, pesos: number): Promise<void> {
    const at = this.now()
    await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
        block_number, block_hash, state, value_cop, try_at, created_at, updated_at)
      VALUES (${newId()}, 1, ${newId()}, 0, ${id}, '0x', 'USDT', 1, '0x', 1, '0x', 'COMPLETED', ${pesos * 100}, ${at}, ${at}, ${at})`.execute(
      this.test.platform.db,
    )
    await this.noteArrivals()
  }
  /** Record what two officers released or the product credited. */
  async noteArrivals(): Promise<void> {
    const owners = this.customers.map(({ id }) => id)
    const found = await sql<Arrival>`SELECT account_id AS "accountId", ended_at AS at, amount FROM payments.deposit
        WHERE state = 'COMPLETED' AND account_id = ANY(${owners}::uuid[])
      UNION ALL SELECT account_id, updated_at, value_cop FROM crypto.deposit WHERE account_id = ANY(${owners}::uuid[])`.execute(
      this.test.platform.db,
    )
    this.arrivals.splice(0, Number.POSITIVE_INFINITY, ...found.rows)
  }
}

/** Largest sum of 24 hours that begin with one of them. */
export function mostOfADay(given: readonly Pick<Arrival, 'at' | 'amount'>[]): bigint {
  const sums = given.map(({ at: from }) =>
    given.filter(({ at }) => at >= from && at.getTime() - from.getTime() < DAY_MS).reduce((sum, { amount }) => sum + amount, 0n),
  )
  return sums.reduce((most, sum) => (sum > most ? sum : most), 0n)
}
