/** Frame above both tables of 'Verificación KYC': the next review, the gauges, the tabs. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { nextReview } from '../../api/compliance.ts'
import { errorText } from '../../api/error-text.ts'
import { useAccount } from '../../session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { TabLinks } from '../../ui/tab-links/tab-links.tsx'
import { toast } from '../../ui/toast.ts'
import { useKeyCommands } from '../../ui/use-key-commands.ts'
import { keepListOfPeople } from '../list-of-people.ts'
import { personPage } from '../person-page.ts'
import { Gauges } from './gauges.tsx'
import classes from './verification.module.css'

const TABS = [
  ['work', '/application/administrative/verification/trabajo'],
  ['people', '/application/administrative/verification/'],
  ['alerts', '/application/administrative/verification/alertas'],
  ['workload', '/application/administrative/verification/carga'],
  ['rules', '/application/administrative/verification/reglas'],
] as const

interface DashboardFrameProps {
  tab: (typeof TABS)[number][0]
  /** Purpose of the tab. */
  text: string
  /** Replaces the action for the next review and its key. */
  actions?: ReactNode
  children: ReactNode
}

export function DashboardFrame({ tab, text, actions, children }: DashboardFrameProps) {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => keepListOfPeople({ pathname, search }), [pathname, search])
  const permissions = useAccount()?.permissions ?? []
  const mayTakeNext = actions === undefined && permissions.includes('kyc.review')
  const tabs = TABS.filter(([name]) => name !== 'work' || permissions.includes('work.take'))
  const taking = useMutation({
    mutationFn: () => nextReview(null),
    onError: (error) => toast.error(errorText(error)),
    onSuccess: (userId) => void (userId ? navigate({ to: `${personPage(userId)}/doc/id` }) : toast.info(t('none'))),
  })
  useKeyCommands({ n: () => taking.mutate() }, mayTakeNext && !taking.isPending)
  return (
    <>
      <PageHeader
        title={t('title')}
        text={text}
        actions={
          mayTakeNext ? (
            <Button onClick={() => taking.mutate()} loading={taking.isPending}>
              {t('next')} (n)
            </Button>
          ) : (
            actions
          )
        }
      />
      <div className={tab === 'workload' || tab === 'rules' || tab === 'work' ? classes.behind : undefined}>
        <Gauges />
      </div>
      <div className={classes.tabs}>
        <TabLinks label={t('tabs.label')} tabs={tabs.map(([name, to]) => ({ to, label: t(`tabs.${name}`), isOpen: name === tab }))} />
      </div>
      {children}
    </>
  )
}
