/**
 * Effect of other numbers now: customers whose level would change, by the points of each line in their last assessment and the new bounds.
 * Points of single factors are not recomputed for all customers: the run does that.
 */
import type { ConfigurationEffect } from '@tunjo/contract/configuration'
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { type NumberValues, typedNumbers } from '@tunjo/contract/versioned-numbers'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

export async function countEffect(connection: Connection, numbers: NumberValues): Promise<ConfigurationEffect[]> {
  const { mediumFrom, highFrom } = typedNumbers(CONFIGURATION.risk.numbers, numbers)
  const found = await sql<{ up: number; down: number }>`SELECT count(*) FILTER (WHERE after > before)::integer AS up,
      count(*) FILTER (WHERE after < before)::integer AS down
    FROM (SELECT
        CASE WHEN total >= high_from THEN 2 WHEN total >= medium_from THEN 1 ELSE 0 END AS before,
        CASE WHEN total >= ${highFrom} THEN 2 WHEN total >= ${mediumFrom} THEN 1 ELSE 0 END AS after
      FROM risk.assessment) AS levels`.execute(connection)
  const { up = 0, down = 0 } = found.rows[0] ?? {}
  return [
    { what: 'people_up', count: up },
    { what: 'people_down', count: down },
  ]
}
