/** Facts next to the pictures: declared data, data read by devices, duplicates in other accounts, and earlier decisions. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PersonReview, ReviewCheck } from '@tunjo/contract/compliance-review'
import type { Form } from '@tunjo/contract/kyc-forms'
import { useTranslation } from 'react-i18next'
import { personPage } from '../../../../../parts/person-page.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import classes from './review.module.css'

type FieldName = keyof Phrases['review']['facts']['fieldNames']
type SlotName = keyof Phrases['review']['slots']

export function Facts({ review, forms }: { review: PersonReview; forms: readonly Form[] }) {
  const { t } = useTranslation('review')
  const fields = review.fields.filter(({ form }) => forms.includes(form))
  const checks = review.checks.filter(({ form }) => forms.includes(form))
  return (
    <>
      {checks.length > 0 && <Checks checks={checks} />}
      {(forms.includes('natural-1') || forms.includes('legal-1')) && <Duplicates duplicates={review.duplicates} />}
      {fields.length > 0 && (
        <Card title={t('facts.declared')}>
          <Summary
            label={t('facts.declared')}
            lines={fields.map(({ form, name, value }) => ({
              // A company has a city too: the form keeps the lines apart.
              key: `${form} ${name}`,
              name: t(`facts.fieldNames.${name as FieldName}`),
              value,
            }))}
          />
        </Card>
      )}
      {forms.includes('legal-1') && review.shareholders.length > 0 && <Shareholders shareholders={review.shareholders} />}
      {review.decisions.length > 0 && <History decisions={review.decisions} />}
    </>
  )
}

const CHECK_KINDS = { agree: 'done', differs: 'failed', not_read: 'neutral' } as const satisfies Record<ReviewCheck['result'], StatusKind>

function Checks({ checks }: { checks: readonly ReviewCheck[] }) {
  const { t } = useTranslation('review')
  const wordOf = ({ name, result }: ReviewCheck) => {
    if (name === 'proofAge') return t(result === 'agree' ? 'proof.isRecent' : 'proof.isOld')
    return name === 'expiryDate' && result !== 'not_read' ? t(result === 'agree' ? 'facts.valid' : 'facts.expired') : t(`facts.${result}`)
  }
  return (
    <Card title={t('facts.checks')}>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <li key={`${check.name} ${check.source}`}>
            <div className={classes.checkHead}>
              <strong>{t(`facts.checkNames.${check.name}`)}</strong>
              <StatusBadge kind={CHECK_KINDS[check.result]}>{wordOf(check)}</StatusBadge>
            </div>
            {check.declared && (
              <span>
                {t('facts.declared')}: {check.declared}
              </span>
            )}
            {check.read && (
              <span>
                {check.source ? t(`facts.${check.source}`) : t('facts.product')}: {check.read}
              </span>
            )}
          </li>
        ))}
      </ul>
      {checks.some(({ source }) => source === 'pdf417' || source === 'mrz') && <p className={classes.small}>{t('facts.deviceNote')}</p>}
    </Card>
  )
}

function Duplicates({ duplicates }: Pick<PersonReview, 'duplicates'>) {
  const { t } = useTranslation('review')
  if (duplicates.length === 0) return null
  return (
    <Alert color="red" title={t('facts.duplicates')} role="status">
      <ul className={classes.plainList}>
        {duplicates.map(({ kind, slot, userId, email, isClosed, risk }) => (
          <li key={`${kind} ${slot} ${userId}`}>
            {kind === 'document'
              ? t('facts.twinDocument', { email })
              : t('facts.twinFile', { slot: t(`slots.${(slot ?? 'documents') as SlotName}`), email })}{' '}
            {isClosed && t('facts.twinClosed', { risk: t(`facts.twinRisk.${risk}`) })}{' '}
            <Anchor component={Link} to={personPage(userId)} underline="always" inherit>
              {t('facts.twinOpen')}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Shareholders({ shareholders }: Pick<PersonReview, 'shareholders'>) {
  const { t } = useTranslation('review')
  return (
    <Card title={t('facts.shareholders')}>
      <ul className={classes.checks}>
        {shareholders.map(({ name, identification, nationality, ownershipPercentage }) => (
          <li key={`${identification} ${name}`}>
            <div className={classes.checkHead}>
              <strong>{name}</strong>
              <span>{ownershipPercentage.replace('.', ',')} %</span>
            </div>
            <span>
              {identification} · {nationality}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function History({ decisions }: Pick<PersonReview, 'decisions'>) {
  const { t } = useTranslation('review')
  return (
    <Card title={t('facts.history')}>
      <ul className={classes.checks}>
        {decisions.map(({ at, officer, outcome, slots, reasonCodes, note }) => (
          <li key={`${at} ${officer}`}>
            <span>
              {formatDate(new Date(at))} · {t(`facts.${outcome}`)} <strong>{officer}</strong>
            </span>
            <span>{slots.map((slot) => t(`slots.${slot as SlotName}`)).join(', ')}</span>
            {reasonCodes.length > 0 && <span>{reasonCodes.map((code) => t(`decline.codes.${code}`)).join(', ')}</span>}
            {note && <span>{note}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
