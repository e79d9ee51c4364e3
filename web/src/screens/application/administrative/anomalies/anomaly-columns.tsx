/** Columns of the list of payment anomalies. */
import { Anchor, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import type { TFunction } from 'i18next'
import { movementPage } from '../../../../parts/movements/movement-page.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { shorten } from '../../../../ui/hash.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'

const STATE_KINDS: Readonly<Record<PaymentAnomaly['state'], StatusKind>> = {
  OPEN: 'failed',
  SEEN: 'waiting',
  GONE: 'done',
  BOOKED: 'done',
}

export const anomalyColumns = (
  t: TFunction<'anomalies'>,
  onOpen: (anomaly: PaymentAnomaly) => void,
): readonly TableColumn<PaymentAnomaly>[] => [
  {
    key: 'kind',
    header: t('kind'),
    render: ({ kind }) => <strong>{t(`kinds.${kind}`)}</strong>,
    isLead: true,
    isFixed: true,
    isLong: true,
  },
  { key: 'state', header: t('state'), render: (anomaly) => <AnomalyState anomaly={anomaly} t={t} /> },
  { key: 'amount', header: t('amount'), align: 'right', render: (anomaly) => <PaidAmount anomaly={anomaly} /> },
  { key: 'booked', header: t('booked'), align: 'right', render: ({ booked }) => <Amount value={booked} asset="COP" />, isExtra: true },
  { key: 'payer', header: t('payer'), render: ({ payer }) => payer.name || payer.document || '—', isLong: true },
  { key: 'customer', header: t('customer'), render: ({ accountId }) => (accountId ? <PersonLink id={accountId} /> : t('unknown')) },
  { key: 'movement', header: t('movement'), render: (anomaly) => <MovementLink anomaly={anomaly} /> },
  { key: 'provider', header: t('provider'), render: ({ provider }) => t(`providers.${provider}`) },
  { key: 'providerId', header: t('providerId'), render: ({ providerId }) => <ShortId id={providerId} />, isExtra: true },
  { key: 'reference', header: t('reference'), render: ({ reference }) => <ShortId id={reference} /> },
  { key: 'firstSeenAt', header: t('firstSeenAt'), render: ({ firstSeenAt }) => <DateTime value={new Date(firstSeenAt)} /> },
  {
    key: 'endedAt',
    header: t('endedAt'),
    render: ({ endedAt }) => (endedAt ? <DateTime value={new Date(endedAt)} /> : '—'),
    isExtra: true,
  },
  {
    key: 'open',
    header: t('see'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (anomaly) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(anomaly)}
        aria-label={t('seeLabel', { kind: t(`kinds.${anomaly.kind}`), id: anomaly.providerId.slice(0, 12) })}
      >
        {t('see')}
      </Button>
    ),
  },
]

export const AnomalyState = ({
  anomaly: { forgedBookings, isAltered, state },
  t,
}: {
  anomaly: PaymentAnomaly
  t: TFunction<'anomalies'>
}) => (
  <Group gap={8}>
    <StatusBadge kind={STATE_KINDS[state]}>{t(`states.${state}`)}</StatusBadge>
    {(forgedBookings > 0 || isAltered) && <StatusBadge kind="failed">{t('forged')}</StatusBadge>}
  </Group>
)

/** Every currency of the provider has cents. */
export const PaidAmount = ({ anomaly: { amount, currency } }: { anomaly: PaymentAnomaly }) => (
  <Amount value={amount} asset={{ code: currency, scale: 2 }} />
)

const ShortId = ({ id }: { id: string }) => (
  <span title={id} translate="no">
    {shorten(id)}
  </span>
)

export function MovementLink({ anomaly, isWhole = false }: { anomaly: PaymentAnomaly; isWhole?: boolean }) {
  const { kind } = anomaly
  const movementId = movementOf(anomaly)
  if (!movementId) return '—'
  const { to, search } = movementPage({ rail: undefined, isDeposit: !kind.startsWith('payout_'), id: movementId })
  return (
    <Anchor size="xs" title={movementId} translate="no" renderRoot={(props) => <Link to={to} search={search} {...props} />}>
      {isWhole ? movementId : shorten(movementId)}
    </Anchor>
  )
}

/** Id of the deposit of an anomaly booked to a customer: it equals the anomaly's id. */
const movementOf = ({ id, bookedAt, isInSuspense, movementId }: PaymentAnomaly): string | null =>
  bookedAt !== null && !isInSuspense ? id : movementId
