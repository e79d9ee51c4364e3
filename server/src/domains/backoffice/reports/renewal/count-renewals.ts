/** Effect of other months at this moment: the number of people who would have to renew, and who would not any more. */

import type { ConfigurationEffect } from '@tunjo/contract/configuration'
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { type NumberValues, typedNumbers } from '@tunjo/contract/versioned-numbers'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

export async function countRenewals(connection: Connection, numbers: NumberValues, now: Date): Promise<ConfigurationEffect[]> {
  const { lowMonths, mediumMonths, highMonths, pepMonths } = typedNumbers(CONFIGURATION.renewal.numbers, numbers)
  const found = await sql<{ more: number; less: number }>`SELECT count(*) FILTER (WHERE will AND NOT must)::integer AS more,
      count(*) FILTER (WHERE must AND NOT will)::integer AS less
    FROM (SELECT coalesce(renew_at < ${now}, false) AS must, coalesce(reports.renewal_of(person, ROW(true, 0, ${lowMonths}::integer,
          ${mediumMonths}::integer, ${highMonths}::integer, ${pepMonths}::integer, NULL)::reports.renewal) < ${now}, false) AS will
      FROM reports.person WHERE verified_level >= 1) AS people`.execute(connection)
  const { more = 0, less = 0 } = found.rows[0] ?? {}
  return [
    { what: 'people_to_renew', count: more },
    { what: 'people_not_to_renew', count: less },
  ]
}
