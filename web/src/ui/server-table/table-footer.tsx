/** Footer of a server table: shown rows, page size, and pagination. */
import { NativeSelect, Pagination } from '@mantine/core'
import { type Dispatch, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { group } from '../amount-format.ts'
import classes from './server-table.module.css'
import { type TableAction, type TableState, visibleRange } from './table-state.ts'

interface TableFooterProps {
  state: TableState
  dispatch: Dispatch<TableAction>
  total: number
  pageSizes: readonly number[]
  isLoading: boolean
}

export function TableFooter({ state, dispatch, total, pageSizes, isLoading }: TableFooterProps) {
  const { t } = useTranslation('ui')
  const sizeId = useId()
  const { from, to } = visibleRange(state, total)
  const range = t('table.range', { from: figure(from), to: figure(to), total: figure(total) })
  const pageCount = Math.ceil(total / state.pageSize)
  return (
    <div className={classes.footer}>
      <p className={classes.range} role="status">
        {isLoading ? t('table.loading') : total === 0 ? t('table.none') : range}
      </p>
      <div className={classes.size}>
        <label htmlFor={sizeId}>{t('table.size')}</label>
        <NativeSelect
          id={sizeId}
          size="xs"
          value={String(state.pageSize)}
          onChange={(event) => dispatch({ type: 'pageSize', pageSize: Number(event.currentTarget.value) })}
          data={pageSizes.map(String)}
        />
      </div>
      {pageCount > 1 && (
        <nav aria-label={t('pages.label')}>
          <Pagination
            size="sm"
            siblings={0}
            value={state.page}
            total={pageCount}
            onChange={(page) => dispatch({ type: 'page', page })}
            getItemProps={(page) => ({ 'aria-label': t('pages.page', { page }) })}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('pages.next') : t('pages.previous') })}
          />
        </nav>
      )}
    </div>
  )
}

const figure = (count: number): string => group(String(count))
