/** The three answers of a check, with warnings: incomplete, about another person, outdated. */
import { Alert, Button } from '@mantine/core'
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../../../session.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { failedNames, isClean, REPORTED_VALUE_KIND, reportedValues } from './check-facts.ts'
import { retryTime } from './check-state.tsx'
import classes from './checks.module.css'

const DismissModal = lazyComponent(async () => (await import('./dismiss-modal.tsx')).DismissModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

export function CheckResult({ check }: { check: BackgroundCheck }) {
  const { t } = useTranslation('background-checks')
  const { result } = check
  if (!result) return null
  const said = reportedValues(result)
  const answers = [
    { name: t('result.background'), of: said.background },
    { name: t('result.listed'), of: said.listed },
    { name: t('result.pep'), of: said.pep },
  ]
  return (
    <section aria-label={t('result.title')} className={classes.result}>
      <dl className={classes.answers}>
        {answers.map(({ name, of }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <StatusBadge kind={REPORTED_VALUE_KIND[of]}>{t(`said.${of}`)}</StatusBadge>
            </dd>
          </div>
        ))}
      </dl>
      {isClean(result) && <p className={classes.text}>{t('result.clean')}</p>}
      <Warnings check={check} result={result} />
      <Dismissal check={check} />
    </section>
  )
}

function Warnings({ check, result }: { check: BackgroundCheck; result: NonNullable<BackgroundCheck['result']> }) {
  const { t } = useTranslation('background-checks')
  const names = failedNames(check)
  return (
    <>
      {!result.isComplete && (
        <Alert color="red" role="alert" title={t('result.incomplete')}>
          {names.length > 0 && t('result.failedSources', { count: names.length, names: names.join(', ') })} {t('result.incompleteText')}
          {check.retryAt && ` ${t('result.retryAt', { date: retryTime(check.retryAt) })}`}
        </Alert>
      )}
      {result.isValidated === false && (
        <Alert color="red" role="alert" title={t('result.otherName')}>
          {t('result.otherNameText')}
        </Alert>
      )}
      {check.isExpired && (
        <Alert color="amber" role="status" title={t('state.expired')}>
          {t('explain.expired')}
        </Alert>
      )}
      {check.isCached && <p className={classes.small}>{t('result.cached')}</p>}
      {result.isValidated === null && <p className={classes.small}>{t('result.nameUnknown')}</p>}
    </>
  )
}

/** Dismissal: serious findings raise the risk until two officers decide that they do not concern the person. */
function Dismissal({ check }: { check: BackgroundCheck }) {
  const { t } = useTranslation('background-checks')
  const mayDecide = useAccount()?.permissions.includes('screening.decide') ?? false
  const [isAsking, setIsAsking] = useState(false)
  if (check.dismissed)
    return (
      <p className={classes.small}>
        {t('dismiss.done', { date: formatDate(new Date(check.dismissed.at)) })} {check.dismissed.reason}
      </p>
    )
  if (check.dismissWaits) return <p className={classes.small}>{t('dismiss.waits')}</p>
  if (!check.mayDismiss) return null
  return (
    <>
      <p className={classes.small}>{t('dismiss.holds')}</p>
      {mayDecide && (
        <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
          {t('dismiss.ask')}
        </Button>
      )}
      {isAsking && <DismissModal check={check} onClose={() => setIsAsking(false)} />}
    </>
  )
}
