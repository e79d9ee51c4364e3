import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../dev/testing/database.ts'
import type { ClosingCheck } from '../domains/customers/identity/core/types.ts'
import { inTransaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { addClosingChecks } from './closing.ts'

describe('what must be settled before an account closes', () => {
  it('ID-09 R5 a deposit that is credited between the two checks is seen by one of them', async () => {
    let isOpen = true
    let posted = 0n
    const arrive = () => {
      isOpen = false
      posted = 50_000_00n
    }
    const checks: ClosingCheck[] = []
    addClosingChecks({
      identity: { addClosingCheck: (check) => void checks.push(check) },
      ledger: {
        balances: async () => {
          const balances = [{ accountId: newId(), asset: 'COP' as const, posted, held: 0n, available: posted, version: 1n }]
          arrive()
          return balances
        },
      },
      payments: {
        hasOpenMovement: async () => {
          const answer = isOpen
          arrive()
          return answer
        },
      },
      crypto: { hasOpenWithdrawal: async () => false },
    })
    const database = await createTestDatabase()
    try {
      const refusals = await inTransaction(database.db, (tx) => Promise.all(checks.map((check) => check(tx, newId()))))
      expect(refusals).toMatchObject([{ code: 'identity.account_not_empty' }])
    } finally {
      await database.drop()
    }
  })
})
