/** /contact-us/ticket/<token>: state of a ticket; the link grants access (PUB-02). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TicketStatus } from '@tunjo/contract/tickets'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../../api/error-text.ts'
import { TICKET_UNKNOWN, ticketQuery } from '../../../api/tickets.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { usePathParam } from '../../../ui/use-path-param.ts'
import classes from './ticket.module.css'

export default function TicketScreen() {
  const { t } = useTranslation('contact')
  const token = usePathParam('token')
  const { data, error, refetch } = useQuery(ticketQuery(token))
  if (data) return <Ticket status={data} />
  if (error && !hasCode(error, TICKET_UNKNOWN)) return <ErrorState isPage message={errorText(error)} onRetry={() => void refetch()} />
  return (
    <AccessPanel title={error ? t('track.missing') : t('track.pageTitle')} lead={error ? t('track.missingText') : t('track.lead')}>
      {error ? <ToContact /> : <BlockSkeleton height={180} />}
    </AccessPanel>
  )
}

function Ticket({ status: { ticket, state, steps } }: { status: TicketStatus }) {
  const { t } = useTranslation('contact')
  return (
    <AccessPanel title={t('track.title', { ticket })} lead={t('track.lead')}>
      <p className={classes.state}>
        <strong>{t(`track.${state}`)}</strong> {t(`track.${state}Text`)}
      </p>
      <h2 className={classes.heading}>{t('track.steps')}</h2>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.at} aria-current={index === steps.length - 1 ? 'step' : undefined}>
            {t(`track.${step.state}`)} <DateTime value={new Date(step.at)} />
          </li>
        ))}
      </ol>
      <ToContact />
    </AccessPanel>
  )
}

function ToContact() {
  const { t } = useTranslation('contact')
  return (
    <Button component={Link} to="/contact-us" variant="default">
      {t('track.again')}
    </Button>
  )
}
