/** Effect of changed limits at this moment: customers who moved more this month than they would allow, and than the present ones do. */
import type { ConfigurationEffect } from '@tunjo/contract/configuration'
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { type NumberValues, typedNumbers } from '@tunjo/contract/versioned-numbers'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { LimitsDependencies } from './context.ts'
import { monthlyMaximums } from './monthly-maximums.ts'
import { bogotaMonth, type MaximumOf, maximumsOf } from './rules.ts'

export async function countEffect(
  dependencies: Pick<LimitsDependencies, 'configuration'>,
  connection: Connection,
  numbers: NumberValues,
  now: Date,
): Promise<ConfigurationEffect[]> {
  const wanted = maximumsOf(typedNumbers(CONFIGURATION.limits.numbers, numbers))
  const present = await monthlyMaximums(dependencies, connection, now)
  return [
    { what: 'people_over_limit', count: await countAbove(connection, wanted, now) },
    { what: 'people_at_limit_now', count: await countAbove(connection, present, now) },
  ]
}

/** Customers at or above their maximum of this month, in either direction. */
async function countAbove(connection: Connection, maximumOf: MaximumOf, now: Date): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(DISTINCT month.account_id)::integer AS count
    FROM limits.month_use AS month JOIN kyc.person_state AS person USING (account_id)
    WHERE month = ${bogotaMonth(now)} AND used >= CASE verified_level WHEN 1 THEN ${maximumOf(1)}::numeric WHEN 2 THEN ${maximumOf(2)}::numeric END
      AND used > 0`.execute(connection)
  return found.rows[0]?.count ?? 0
}
