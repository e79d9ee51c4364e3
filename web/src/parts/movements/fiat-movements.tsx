/** One page of bank movements with its four states. */

import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FiatTransaction } from '@tunjo/contract/payments'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { type MovementsRequest, movementsQuery } from '../../api/payments.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type FiatColumn, fiatColumns } from './fiat-columns.tsx'

interface FiatMovementsProps {
  label: string
  request: MovementsRequest
  columns: readonly FiatColumn[]
  extraColumns?: readonly Column<FiatTransaction>[]
  /** Empty state; the default is a person's first movement. */
  empty?: ReactNode
  footer?: (rows: readonly FiatTransaction[], pageCount: number) => ReactNode
}

export function FiatMovements({ label, request, columns, extraColumns = [], empty, footer }: FiatMovementsProps) {
  const { t } = useTranslation('money')
  const movements = useQuery(movementsQuery(request))
  if (movements.isPending) return <RowsSkeleton rows={request.size > 4 ? 6 : 4} stacks />
  if (movements.isLoadingError) return <ErrorState message={errorText(movements.error)} onRetry={() => void movements.refetch()} />
  const { results, pagesNumber } = movements.data
  if (results.length === 0)
    return (
      empty ?? (
        <EmptyState
          icon={<IconReceipt size={26} />}
          title={t('list.fiatEmptyTitle')}
          text={t('list.fiatEmptyText')}
          action={
            <Button
              size="sm"
              variant="default"
              renderRoot={(props) => <Link to="/application/wallets" search={{ abrir: 'abono' }} {...props} />}
            >
              {t('deposit.submit')}
            </Button>
          }
        />
      )
    )
  return (
    <>
      <DataTable
        label={label}
        columns={[...fiatColumns(t, columns), ...extraColumns]}
        rows={results}
        rowKey={({ transactionId }) => transactionId}
      />
      {footer?.(results, pagesNumber)}
    </>
  )
}
