/** Metrics for alarms: lists that are missing or out of date. docs/operations.md has the thresholds. */
import { LISTS } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import type { Gauges } from '../../platform/gauges.ts'
import { openAddressRuns, unnotifiedSince } from './chain-addresses/address-hit-store.ts'
import type { ScreeningContext } from './context.ts'
import { listFetches } from './lists/fetch-store.ts'
import { newestVersions } from './lists/list-store.ts'
import { coverageOfPeople, openRun } from './people/hit-store.ts'

export const screeningFigures = ({ db, clock, listSources }: Pick<ScreeningContext, 'db' | 'clock' | 'listSources'>): Gauges => ({
  name: 'screening',
  help: 'Age of the oldest run without an end, of the oldest screening of a person and of the oldest list; lists nobody loaded; hits that are open; the same of addresses of a chain',
  async read() {
    const at = clock.now()
    const now = at.getTime()
    const age = (at: Date | null | undefined) => (at ? Math.max(0, Math.round((now - at.getTime()) / 1_000)) : 0)
    const [versions, { oldest }, run] = [await newestVersions(db), await coverageOfPeople(db), await openRun(db)]
    const open = await sql<{ hits: number; oldest: Date | null }>`SELECT count(*)::integer AS hits, min(found_at) AS oldest
      FROM screening.hit WHERE state = 'open'`.execute(db)
    const looks = (await listFetches(db, at)).filter(({ list }) => listSources[list].length > 0)
    const fetched = await sql<{
      oldest: Date | null
    }>`SELECT min(sent_at) AS oldest FROM screening.list_file WHERE sent_by IS NULL`.execute(db)
    return {
      run_age_seconds: age(run?.startedAt),
      oldest_person_age_seconds: age(oldest),
      oldest_list_age_seconds: Math.max(0, ...versions.map(({ loadedAt }) => age(loadedAt))),
      fetches_failing: looks.filter(({ problem }) => problem !== null).length,
      oldest_fetched_age_seconds: age(fetched.rows[0]?.oldest),
      lists_missing: LISTS.length - versions.length,
      open_hits: open.rows[0]?.hits ?? 0,
      oldest_hit_age_seconds: age(open.rows[0]?.oldest),
      address_run_age_seconds: age((await openAddressRuns(db))[0]?.startedAt),
      untold_address_age_seconds: age(await unnotifiedSince(db)),
    }
  },
})
