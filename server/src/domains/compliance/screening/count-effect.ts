/** Effect of other thresholds now: open hits that would not reach an officer, and customers whose background check would be out of date. */
import type { ConfigurationEffect } from '@tunjo/contract/configuration'
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { type NumberValues, typedNumbers } from '@tunjo/contract/versioned-numbers'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

const DAY_MS = 86_400_000

export async function countEffect(connection: Connection, numbers: NumberValues, now: Date): Promise<ConfigurationEffect[]> {
  const { reviewPercent, pepPercent, checkDays } = typedNumbers(CONFIGURATION.screening.numbers, numbers)
  const goodSince = new Date(now.getTime() - checkDays * DAY_MS)
  const found = await sql<{ hits: number; checks: number }>`SELECT
      (SELECT count(*)::integer FROM screening.hit WHERE state = 'open'
        AND score * 100 < CASE list WHEN 'pep' THEN ${Number(pepPercent)}::real ELSE ${Number(reviewPercent)}::real END) AS hits,
      (SELECT count(*)::integer FROM (SELECT DISTINCT ON (account_id) ended_at FROM screening.background_check
        WHERE report_id IS NOT NULL ORDER BY account_id, id DESC) AS newest WHERE ended_at < ${goodSince}) AS checks`.execute(connection)
  const { hits = 0, checks = 0 } = found.rows[0] ?? {}
  return [
    { what: 'hits_not_reviewed', count: hits },
    { what: 'checks_expired', count: checks },
  ]
}
