/** Sorting and header filters for the cards of a phone. */
import { NativeSelect } from '@mantine/core'
import type { Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './server-table.module.css'
import type { TableAction, TableSort } from './table-state.ts'

interface TableOrderProps {
  sorts: readonly { key: string; header: string }[]
  sort: TableSort | null
  dispatch: Dispatch<TableAction>
}

export function TableOrder({ sorts, sort, dispatch }: TableOrderProps) {
  const { t } = useTranslation('ui')
  const options = sorts.flatMap(({ key, header }) => [
    { value: `${key} asc`, label: t('table.ascending', { header }) },
    { value: `${key} desc`, label: t('table.descending', { header }) },
  ])

  function change(value: string): void {
    const [key, direction] = value.split(' ')
    dispatch({ type: 'order', sort: key ? { key, direction: direction === 'asc' ? 'asc' : 'desc' } : null })
  }

  return (
    <NativeSelect
      size="xs"
      className={classes.order}
      label={t('table.order')}
      value={sort ? `${sort.key} ${sort.direction}` : ''}
      onChange={(event) => change(event.currentTarget.value)}
      data={[{ value: '', label: t('table.ownOrder') }, ...options]}
    />
  )
}
