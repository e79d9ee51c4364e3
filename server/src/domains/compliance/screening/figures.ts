/** Metrics for alarms: lists that are missing or out of date. Each has its rules beside it. */
import { LISTS } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { openAddressRuns, unnotifiedSince } from './chain-addresses/address-hit-store.ts'
import type { ScreeningContext } from './context.ts'
import { listFetches } from './lists/fetch-store.ts'
import { newestVersions } from './lists/list-store.ts'
import { coverageOfPeople, openRun } from './people/hit-store.ts'

const MEASURES = declareMeasures('screening', {
  run_age_seconds: {
    help: 'Age of the oldest comparison of every customer with a list that did not finish',
    rules: [
      {
        alert: 'ScreeningRunOld',
        when: '> 7200',
        severity: 'ticket',
        summary: 'A comparison of every customer with a list did not finish in two hours',
      },
    ],
  },
  oldest_person_age_seconds: {
    help: 'Time since the customer who was compared longest ago was compared',
    rules: [
      {
        alert: 'ScreeningOfPeopleOld',
        when: '> 172800',
        severity: 'page',
        summary: 'A customer was not compared with the lists for two nights',
      },
    ],
  },
  oldest_list_age_seconds: {
    help: 'Age of the list that was loaded longest ago',
    rules: [
      { alert: 'ScreeningListOld', when: '> 691200', severity: 'ticket', summary: 'No newer version of a list was loaded for eight days' },
    ],
  },
  fetches_failing: {
    help: 'Lists whose address returns nothing that can be read',
    rules: [
      {
        alert: 'ScreeningFetchFails',
        when: '> 0',
        for: '1h',
        severity: 'ticket',
        summary: '{{ $value }} lists cannot be fetched from their publishers',
      },
    ],
  },
  oldest_fetched_age_seconds: {
    help: 'Age of the oldest fetched version that waits for two officers',
    rules: [
      {
        alert: 'ScreeningListUnapproved',
        when: '> 172800',
        severity: 'ticket',
        summary: 'A newer version of a list has waited for two officers for two days',
      },
    ],
  },
  lists_missing: {
    help: 'Lists that were never loaded',
    rules: [{ alert: 'ScreeningListMissing', when: '> 0', for: '1h', severity: 'page', summary: '{{ $value }} lists were never loaded' }],
  },
  open_hits: { help: 'Hits that wait for a decision' },
  oldest_hit_age_seconds: {
    help: 'Age of the oldest open hit',
    rules: [{ alert: 'ScreeningHitOld', when: '> 172800', severity: 'ticket', summary: 'A hit has waited for a decision for two days' }],
  },
  address_run_age_seconds: {
    help: 'Age of the oldest comparison of chain addresses with a list that did not finish',
    rules: [
      {
        alert: 'AddressScreeningRunOld',
        when: '> 7200',
        severity: 'ticket',
        summary: 'A comparison of chain addresses with a list did not finish in two hours',
      },
    ],
  },
  untold_address_age_seconds: {
    name: 'screening_unannounced_address_age_seconds',
    help: 'Time that the oldest hit of a chain address has waited for its alert',
    rules: [{ alert: 'AddressHitUnannounced', when: '> 600', severity: 'page', summary: 'A hit of a chain address has no alert yet' }],
  },
})

export const screeningFigures = ({ db, clock, listSources }: Pick<ScreeningContext, 'db' | 'clock' | 'listSources'>): Gauges => ({
  measures: MEASURES,
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
