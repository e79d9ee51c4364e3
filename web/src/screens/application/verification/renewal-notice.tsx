/** Requested renewals with reason, due date and link. The level stays verified meanwhile. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { OwnRenewal } from '@tunjo/contract/renewal-reasons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../ui/date-time.tsx'
import classes from './verification-screen.module.css'

interface RenewalNoticeProps {
  levels: readonly LevelStatus[]
  survey: OwnRenewal | null
}

export function RenewalNotice({ levels, survey }: RenewalNoticeProps) {
  const { t } = useTranslation('renewals')
  return (
    <Alert color="amber" title={t('own.title')} role="status">
      <p>{t('own.text')}</p>
      <ul className={classes.declined}>
        {levels.map(
          ({ form, level, renewal }) =>
            renewal && (
              <Asked key={form} renewal={renewal} state={renewal.state}>
                <Anchor underline="always" inherit renderRoot={(props) => <Link to="." search={{ nivel: level }} {...props} />}>
                  {t(`subjects.${form}`)}
                </Anchor>
              </Asked>
            ),
        )}
        {survey && (
          <Asked renewal={survey} state="open">
            <Anchor component={Link} to="/postregister/" underline="always" inherit>
              {t('subjects.survey')}
            </Anchor>
          </Asked>
        )}
      </ul>
    </Alert>
  )
}

interface AskedProps {
  renewal: OwnRenewal
  state: 'open' | 'sent' | 'declined'
  children: ReactNode
}

function Asked({ renewal: { why, dueAt }, state, children }: AskedProps) {
  const { t } = useTranslation('renewals')
  const due = new Date(dueAt)
  const day = formatDate(due, 'day')
  return (
    <li>
      {children}. {state === 'open' ? t(`own.${why}`) : t(`own.${state}`)}{' '}
      {state !== 'sent' && t(due < new Date() ? 'own.overdue' : 'own.until', { day })}
    </li>
  )
}
