/** /application/administrative/regulatory, 'Reportes regulatorios': what is reported to the UIAF, by when, and how far each report is. */
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { DueCard } from './due-card.tsx'
import classes from './regulatory.module.css'
import { RosCard } from './ros-card.tsx'

export default function RegulatoryScreen() {
  const { t } = useTranslation('regulatory')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <div className={classes.cards}>
        <DueCard />
        <RosCard />
      </div>
    </>
  )
}
