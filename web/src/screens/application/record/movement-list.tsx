/** Movements of every rail, newest first, a page more at a time; on a phone a card each. */
import { Button } from '@mantine/core'
import { IconFilterOff, IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Movement } from '@tunjo/contract/movements'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { type MovementsAsked, movementPagesQuery } from '../../../api/movements.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { movementColumns } from './movement-columns.tsx'
import classes from './record.module.css'

const PAGE_SIZE = 10

/** First page of the list, and those that were added. */
export const useMovementPages = (asked: MovementsAsked) => useInfiniteQuery(movementPagesQuery(asked, PAGE_SIZE))

interface MovementListProps {
  asked: MovementsAsked
  isFiltered: boolean
  onOpen: (id: string) => void
  onClear: () => void
}

export function MovementList({ asked, isFiltered, onOpen, onClear }: MovementListProps) {
  const { t } = useTranslation('record')
  const pages = useMovementPages(asked)
  if (pages.isPending) return <RowsSkeleton rows={6} stacks />
  if (pages.isLoadingError) return <ErrorState message={errorText(pages.error)} onRetry={() => void pages.refetch()} />
  const rows: Movement[] = pages.data.pages.flatMap(({ results }) => results)
  if (rows.length === 0) return isFiltered ? <NothingFound onClear={onClear} /> : <NothingYet />
  return (
    <>
      <DataTable label={t('title')} columns={movementColumns(t, onOpen)} rows={rows} rowKey={({ id }) => id} />
      {pages.hasNextPage && (
        <Button variant="default" className={classes.more} loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('record')
  return (
    <EmptyState
      icon={<IconFilterOff size={26} />}
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <Button variant="default" size="sm" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  )
}

function NothingYet() {
  const { t } = useTranslation(['record', 'money'])
  return (
    <EmptyState
      icon={<IconReceipt size={26} />}
      title={t('record:noneTitle')}
      text={t('record:noneText')}
      action={
        <Button
          size="sm"
          variant="default"
          renderRoot={(props) => <Link to="/application/wallets" search={{ abrir: 'abono' }} {...props} />}
        >
          {t('money:deposit.submit')}
        </Button>
      }
    />
  )
}
