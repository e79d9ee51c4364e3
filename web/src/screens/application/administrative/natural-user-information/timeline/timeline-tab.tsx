/** 'Línea de tiempo' of a person: all events, newest first, by day, with links. Filters are kept in the address. */
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TIMELINE_KINDS, type TimelineKind } from '@tunjo/contract/person-timeline'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { type TimelineAsked, timelineQuery } from '../../../../../api/person-timeline.ts'
import { endOfDay, startOfDay } from '../../../../../ui/bogota-day.ts'
import { Card } from '../../../../../ui/card.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { DAY, type TableShape } from '../../../../../ui/server-table/table-address.ts'
import type { TableFilter } from '../../../../../ui/server-table/table-column.ts'
import { TableFilterField } from '../../../../../ui/server-table/table-filter-field.tsx'
import { isNarrowed, type TableState } from '../../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../../ui/server-table/use-table-address.ts'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { DaysOfEvents } from './days-of-events.tsx'
import classes from './timeline.module.css'

const SHAPE: TableShape = { filters: { kind: TIMELINE_KINDS, from: DAY, to: DAY }, sorts: [], pageSizes: [50] }

export function TimelineTab({ userId }: { userId: string }) {
  const { t } = useTranslation('timeline')
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const timeline = useInfiniteQuery(timelineQuery(userId, askedOf(query)))
  const events = timeline.data?.pages.flatMap(({ results }) => results) ?? []
  const kinds: readonly TimelineKind[] = timeline.data?.pages[0]?.kinds ?? TIMELINE_KINDS
  const filters: readonly TableFilter[] = [
    { key: 'kind', label: t('kind'), options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
    { key: 'from', label: t('from') },
    { key: 'to', label: t('to') },
  ]
  return (
    <Card title={t('title')}>
      <div className={classes.filters}>
        {filters.map((filter) => (
          <TableFilterField
            key={filter.key}
            filter={filter}
            value={state.filters[filter.key] ?? ''}
            onChange={(value) => dispatch({ type: 'filter', key: filter.key, value })}
          />
        ))}
        {isNarrowed(state) && (
          <Button size="xs" variant="subtle" onClick={() => dispatch({ type: 'clear' })}>
            {t('clear')}
          </Button>
        )}
      </div>
      {timeline.isError && !timeline.data && <ErrorState message={errorText(timeline.error)} onRetry={() => void timeline.refetch()} />}
      {timeline.isPending && <RowsSkeleton rows={8} />}
      {timeline.data && events.length === 0 && <EmptyState title={t('nothing')} />}
      <DaysOfEvents userId={userId} events={events} />
      {timeline.hasNextPage && (
        <Button variant="default" mt="md" loading={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  )
}

function askedOf({ filters }: TableState): TimelineAsked {
  const kind = TIMELINE_KINDS.find((one) => one === filters.kind)
  const [from, to] = [startOfDay(filters.from), endOfDay(filters.to)]
  return { ...(kind ? { kind } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) }
}
