/** /application/administrative/regulatory, 'Reportes regulatorios': what is reported to the UIAF (ADM-18, ADM-19), by when, and how far each report is. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { calendarQuery } from '../../../../api/regulatory-files.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { DueCard } from './due-card.tsx'
import classes from './regulatory.module.css'
import { RosCard } from './ros-card.tsx'

export default function RegulatoryScreen() {
  const { t } = useTranslation('regulatory')
  // What is due grows with its months: nothing stands below it before it is there, and so nothing jumps.
  const { isPending } = useQuery(calendarQuery)
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <div className={classes.cards}>
        <DueCard />
        {!isPending && <RosCard />}
      </div>
    </>
  )
}
