/** Pagination of a list. Separate from the table: most lists have one page. */
import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './pages.module.css'

interface PagesProps {
  current: number
  total: number
  onChange: (page: number) => void
}

export function Pages({ current, total, onChange }: PagesProps) {
  const { t } = useTranslation('ui')
  if (total <= 1) return null
  return (
    <nav className={classes.pages} aria-label={t('pages.label')}>
      <Pagination
        size="sm"
        value={current}
        total={total}
        onChange={onChange}
        getItemProps={(page) => ({ 'aria-label': t('pages.page', { page }) })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('pages.next') : t('pages.previous') })}
      />
    </nav>
  )
}
