/** One payment anomaly: its meaning, and all data of the provider's record. */
import { Alert, Stack, Text } from '@mantine/core'
import { BOOKABLE_KINDS, BOOKABLE_PAYOUT_KINDS, type PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { useAccount } from '../../../../session.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { AnomalyState, MovementLink, PaidAmount } from './anomaly-columns.tsx'
import { BookForm } from './book-form.tsx'
import { TakenBack } from './taken-back.tsx'

export function AnomalyModal({ anomaly, onClose }: { anomaly: PaymentAnomaly | null; onClose: () => void }) {
  const { t } = useTranslation('anomalies')
  const mayBook = useAccount()?.permissions.includes('payments.review') ?? false
  return (
    <Modal opened={anomaly !== null} onClose={onClose} title={anomaly ? t(`kinds.${anomaly.kind}`) : ''}>
      {anomaly && (
        <Stack>
          <Text>{t(meaningOf(anomaly))}</Text>
          {anomaly.forgedBookings > 0 && (
            <Alert color="red" role="note">
              {t('forgedText', { count: anomaly.forgedBookings })}
            </Alert>
          )}
          {anomaly.isAltered && (
            <Alert color="red" role="note">
              {t('alteredText')}
            </Alert>
          )}
          {isTakenBack(anomaly) && <TakenBack depositId={anomaly.movementId ?? anomaly.id} onDone={onClose} />}
          <Summary label={t('record')} lines={linesOf(anomaly, t)} />
          {mayBook && isBookable(anomaly) && <BookForm anomaly={anomaly} isPayout={isPayout(anomaly.kind)} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

/** The meaning of a kind says that the ledger lacks it, which no longer holds once it was booked. */
function meaningOf({ kind, bookedAt, isInSuspense, state }: PaymentAnomaly) {
  if (bookedAt === null) return `meanings.${kind}` as const
  if (isInSuspense) return 'booking.inSuspense'
  if (!isPayout(kind)) return 'booking.inReview'
  return state === 'BOOKED' ? 'booking.payoutBooked' : 'booking.payoutDiffers'
}

const isPayout = (kind: PaymentAnomaly['kind']): boolean => BOOKABLE_PAYOUT_KINDS.some((one) => one === kind)

/** True for a payment credited by the provider or by two officers, and open since the provider no longer reports it as approved. */
const isTakenBack = ({ bookedAt, isInSuspense, kind, state, status }: PaymentAnomaly): boolean =>
  !isPayout(kind) && state === 'OPEN' && status !== 'APPROVED' && (kind === 'deposit_taken_back' || (bookedAt !== null && !isInSuspense))

const isBookable = (anomaly: PaymentAnomaly): boolean => (isPayout(anomaly.kind) ? isBookablePayout(anomaly) : isBookablePayment(anomaly))

/** True for an open payout, one in suspense, and a booked one that the bank sent back. */
const isBookablePayout = ({ amount, booked, isInSuspense, state, status, bookedAt }: PaymentAnomaly): boolean =>
  bookedAt === null
    ? state === 'OPEN' && status === 'paid'
    : (state === 'BOOKED' && isInSuspense) || (state === 'OPEN' && Number(amount) < Number(booked))

const isBookablePayment = ({ currency, isInSuspense, kind, state, status, bookedAt }: PaymentAnomaly): boolean =>
  BOOKABLE_KINDS.some((one) => one === kind) &&
  currency === 'COP' &&
  status === 'APPROVED' &&
  (bookedAt === null ? state === 'OPEN' : state === 'BOOKED' && isInSuspense)

function linesOf(anomaly: PaymentAnomaly, t: TFunction<'anomalies'>): SummaryLine[] {
  const { accountId, booked, bookedAt, checkedAt, confirmedAt, currency, endedAt, fields, firstSeenAt, lastSeenAt, payer, provider } =
    anomaly
  const time = (at: string) => <DateTime value={new Date(at)} />
  return [
    { name: t('state'), value: <AnomalyState anomaly={anomaly} t={t} /> },
    { name: t('amount'), value: <PaidAmount anomaly={anomaly} />, strong: true },
    ...(currency === 'COP' ? [] : [{ name: t('currency'), value: currency }]),
    { name: t('booked'), value: <Amount value={booked} asset="COP" /> },
    { name: t('differs'), value: fields.map((field) => fieldWords(t, field)).join(', ') },
    { name: t('payer'), value: payer.name || '—' },
    { name: t('document'), value: payer.document || '—' },
    { name: t('email'), value: payer.email || '—' },
    { name: t('customer'), value: accountId ? <PersonLink id={accountId} /> : t('unknown') },
    { name: t('movement'), value: <MovementLink anomaly={anomaly} isWhole /> },
    { name: t('provider'), value: t(`providers.${provider}`) },
    { name: t('providerId'), value: anomaly.providerId },
    { name: t('reference'), value: anomaly.reference },
    { name: t('status'), value: statusWords(t, anomaly.status) },
    { name: t('firstSeenAt'), value: time(firstSeenAt) },
    ...(confirmedAt ? [{ name: t('confirmedAt'), value: time(confirmedAt) }] : []),
    { name: t('lastSeenAt'), value: time(lastSeenAt) },
    { name: t('checkedAt'), value: time(checkedAt) },
    ...(bookedAt ? [{ name: t('bookedAt'), value: time(bookedAt) }] : []),
    ...(endedAt && !bookedAt ? [{ name: t('endedAt'), value: time(endedAt) }] : []),
  ]
}

const FIELDS = ['status', 'amount', 'currency', 'reference', 'document', 'name', 'email', 'payments', 'booking'] as const
function fieldWords(t: TFunction<'anomalies'>, field: string): string {
  const known = FIELDS.find((one) => one === field)
  return known ? t(`fields.${known}`) : field
}

const STATUSES = ['APPROVED', 'DECLINED', 'VOIDED', 'ERROR', 'PENDING', 'paid', 'failed', 'open', 'unknown'] as const
/** A state that the provider added since is shown as it is named there. */
function statusWords(t: TFunction<'anomalies'>, status: string): string {
  const known = STATUSES.find((one) => one === status)
  return known ? t(`statuses.${known}`) : status
}
