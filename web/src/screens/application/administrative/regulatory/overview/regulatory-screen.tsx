/** /application/administrative/regulatory, 'Reportes regulatorios': what is reported to authorities (ADM-18, ADM-19, ADM-21), by when, and how far each report is. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { calendarQuery } from '../../../../../api/regulatory-files.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { PageHeader } from '../../../../../ui/page-header.tsx'
import { DueCard } from './due-card.tsx'
import { firstMatchesQuery, MatchesCard } from './matches-card.tsx'
import { RosCard } from './ros-card.tsx'

export default function RegulatoryScreen() {
  const { t } = useTranslation('regulatory')
  // What is due grows with its months, and matches with their rows: nothing stands below them before they are there, and so nothing jumps.
  const { isPending } = useQuery(calendarQuery)
  const matches = useQuery(firstMatchesQuery)
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <div className={classes.cards}>
        <DueCard />
        {!isPending && <MatchesCard />}
        {!isPending && !matches.isPending && <RosCard />}
      </div>
    </>
  )
}
