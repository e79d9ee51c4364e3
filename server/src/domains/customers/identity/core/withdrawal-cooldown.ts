/** Withdrawal cooldown: withdrawals wait a day after a change that an attacker would make first (R9). */
import type { HoldReason } from '@tunjo/contract/credentials'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Platform } from '../../../../platform/module.ts'
import type { WithdrawalCooldown } from './types.ts'

export const COOLDOWN_MS = 24 * 60 * 60_000

interface NewHold {
  readonly accountId: string
  readonly reason: HoldReason
  readonly now: Date
}

export async function startCooldown(
  { audit }: Pick<Platform, 'audit'>,
  tx: Transaction,
  { accountId, reason, now }: NewHold,
): Promise<WithdrawalCooldown> {
  const until = new Date(now.getTime() + COOLDOWN_MS)
  await sql`INSERT INTO identity.hold (id, account_id, reason, created_at, until)
    VALUES (${newId()}, ${accountId}, ${reason}, ${now}, ${until})`.execute(tx)
  await audit.record(tx, {
    actor: { kind: 'system', name: 'identity.withdrawal_hold' },
    action: 'identity.withdrawal_hold_placed',
    object: { type: 'account', id: accountId },
    after: { until: until.toISOString() },
    reason,
  })
  return { until, reason }
}

export async function currentCooldown(connection: Connection, accountId: string, now: Date): Promise<WithdrawalCooldown | null> {
  const found = await sql<WithdrawalCooldown>`SELECT until, reason FROM identity.hold WHERE account_id = ${accountId} AND until > ${now}
    ORDER BY until DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
