/** Yearly report of crypto-assets to the DIAN (CARF): one row a year, with its deadline. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import { useTranslation } from 'react-i18next'
import { calendarQuery, yearOf } from '../../../../../api/regulatory-files.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { REGULATORY_PATH } from '../../../../../parts/regulatory/ros-kinds.ts'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { ObligationStatus } from './due-card.tsx'

export function CarfCard() {
  const { t } = useTranslation('regulatory')
  const { data } = useQuery(calendarQuery)
  if (!data || data.carfFiles.length === 0) return null
  const columns: Column<Obligation>[] = [
    { key: 'year', header: t('carf.year'), render: ({ month }) => <strong>{yearOf(month)}</strong>, isLead: true },
    { key: 'state', header: t('ros.state'), render: (obligation) => <ObligationStatus obligation={obligation} /> },
    {
      key: 'act',
      header: t('due.act'),
      hiddenHeader: true,
      align: 'right',
      render: ({ month }) => (
        <Anchor
          renderRoot={(props) => <Link to={`${REGULATORY_PATH}/uiaf/${month}`} search={{ report: 'carf' }} {...props} />}
          aria-label={t('carf.openLabel', { year: yearOf(month) })}
        >
          {t('carf.open')}
        </Anchor>
      ),
    },
  ]
  return (
    <Card title={t('carf.title')}>
      <DataTable label={t('carf.title')} columns={columns} rows={data.carfFiles} rowKey={({ month }) => month} />
      <p className={classes.links}>{t('carf.unverified')}</p>
    </Card>
  )
}
