/**
 * /application/administrative/regulatory, 'Reportes regulatorios': reports to authorities (ADM-18, ADM-19, ADM-21), with deadlines and
 * progress.
 */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { calendarQuery } from '../../../../../api/regulatory-files.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { PageHeader } from '../../../../../ui/page-header.tsx'
import { CarfCard } from './carf-card.tsx'
import { DueCard } from './due-card.tsx'
import { firstMatchesQuery, MatchesCard } from './matches-card.tsx'
import { RosCard } from './ros-card.tsx'

export default function RegulatoryScreen() {
  const { t } = useTranslation('regulatory')
  // The cards grow with their data: what follows is rendered after they have loaded, so that the layout does not shift.
  const { isPending } = useQuery(calendarQuery)
  const matches = useQuery(firstMatchesQuery)
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <div className={classes.cards}>
        <DueCard />
        {!isPending && <CarfCard />}
        {!isPending && <MatchesCard />}
        {!isPending && !matches.isPending && <RosCard />}
      </div>
    </>
  )
}
