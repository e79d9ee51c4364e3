/**
 * /application/administrative/verification, 'Verificación KYC' (ADM-01 … ADM-03, ADM-13): one of three lists, each with a separate address.
 */
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadPhrases } from '../../../../../i18n/index.ts'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { PeopleScreen } from './people-screen.tsx'

const waiting = <RowsSkeleton rows={8} />
const AlertsScreen = lazyComponent(async () => (await import('./alerts-screen.tsx')).AlertsScreen, { waiting })
const WorkScreen = lazyComponent(
  async () => {
    const [{ WorkScreen: Loaded }] = await Promise.all([import('./work/work-screen.tsx'), loadPhrases(['workload'])])
    return Loaded
  },
  { waiting },
)

export default function DashboardScreen() {
  const { t } = useTranslation('people')
  const { list } = useParams({ strict: false })
  if (list === undefined) return <PeopleScreen />
  if (list === 'trabajo') return <WorkScreen />
  return list === 'alertas' ? <AlertsScreen /> : <h1>{t('missing')}</h1>
}
