/**
 * Filters of the history: text, kind, asset, state, days; and the rows as a spreadsheet. A phone shows the text, and the rest on request.
 */
import { Button } from '@mantine/core'
import { IconAdjustments, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ASSET_CODES } from '@tunjo/contract/money'
import { MOVEMENT_KINDS } from '@tunjo/contract/movements'
import { STATE_GROUPS } from '@tunjo/contract/payments'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { movementsCsv } from '../../../api/movements.ts'
import { saveFile } from '../../../ui/server-table/save-file.ts'
import type { TableFilter } from '../../../ui/server-table/table-column.ts'
import { TableFilterField } from '../../../ui/server-table/table-filter-field.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './record.module.css'
import { askedOf, type RecordFilter, type RecordSearch } from './record-search.ts'

interface RecordFiltersProps {
  search: RecordSearch
  onChange: (filter: RecordFilter, value: string) => void
}

export function RecordFilters({ search, onChange }: RecordFiltersProps) {
  const { t } = useTranslation(['record', 'money'])
  const [isOpen, setOpen] = useState(false)
  const othersId = useId()
  const download = useMutation({
    mutationFn: () => movementsCsv(askedOf(search)),
    onSuccess: (file) => saveFile(file, 'movimientos.csv'),
    onError: (error) => toast.error(errorText(error)),
  })
  const filters: readonly (TableFilter & { key: RecordFilter })[] = [
    { key: 'text', label: t('record:search'), isText: true },
    { key: 'kind', label: t('record:kind'), options: MOVEMENT_KINDS.map((value) => ({ value, label: t(`record:kinds.${value}`) })) },
    { key: 'asset', label: t('record:asset'), options: ASSET_CODES.map((value) => ({ value, label: value })) },
    { key: 'state', label: t('record:state'), options: STATE_GROUPS.map((value) => ({ value, label: t(`money:group.${value}`) })) },
    { key: 'from', label: t('record:from') },
    { key: 'to', label: t('record:to') },
  ]
  const [first, ...others] = filters.map((filter) => (
    <TableFilterField key={filter.key} filter={filter} value={search[filter.key] ?? ''} onChange={(value) => onChange(filter.key, value)} />
  ))
  const chosen = filters.filter(({ key }) => key !== 'text' && search[key]).length
  return (
    <search className={classes.filters} aria-label={t('record:filters')}>
      {first}
      <Button
        variant="default"
        className={classes.toggle}
        leftSection={<IconAdjustments size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={othersId}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen > 0 ? t('record:filtersChosen', { count: chosen }) : t('record:filters')}
      </Button>
      <div id={othersId} className={classes.others} data-open={isOpen || undefined}>
        {others}
        <Button
          variant="default"
          size="xs"
          className={classes.download}
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('record:csv')}
        </Button>
      </div>
    </search>
  )
}
