/** 'Informacion financiera' (ADM-06): used part of the monthly limit, and the person's sources of income. */
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FinancialProfile, NO_FINANCIAL_PROFILE, type UserInformation } from '@tunjo/contract/compliance-person'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountsOfQuery, depositsQuery, financialQuery, reviewQuery, withdrawalsQuery } from '../../../../api/compliance.ts'
import { natureQuery } from '../../../../api/compliance-files.ts'
import { errorText } from '../../../../api/error-text.ts'
import { useAccount } from '../../../../session.ts'
import { formatCop } from '../../../../ui/amount-format.ts'
import { ArcDrawing } from '../../../../ui/arc-drawing.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { basisPoints, formatShare } from '../../../../ui/percent-format.ts'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { rowState } from './bank-accounts/account-state.ts'
import { DOCUMENT_KINDS } from './document-kinds.ts'
import { natureState } from './nature-state.ts'
import classes from './person.module.css'
import { documentPath } from './person-views.ts'

const BankAccountsModal = lazyComponent(async () => (await import('./bank-accounts/bank-accounts-modal.tsx')).BankAccountsModal, {
  dialog: { close: ({ onClose }) => onClose() },
})

const ANY_REVIEW = { reviewNumber: -1, reviewLabel: -1 } as const

export function FinancialTab({ person }: { person: UserInformation }) {
  const { t } = useTranslation('review')
  const maySeeVolumes = useAccount()?.permissions.includes('payments.read') ?? false
  return (
    <>
      <Card title={t('financial.limits')}>
        {maySeeVolumes ? <Volumes userId={person.userId} /> : <p className={classes.plain}>{t('financial.noPermission')}</p>}
      </Card>
      <Card title={t('financial.general')}>
        <Sections userId={person.userId} maySeePayments={maySeeVolumes} />
      </Card>
    </>
  )
}

/** Shown before the answer arrives: 1,300,000,000 pesos, in cents. */
const MAXIMUM_BEFORE_LOAD = 130_000_000_000n

function Volumes({ userId }: { userId: string }) {
  const { t } = useTranslation('review')
  const deposits = useQuery(depositsQuery(userId))
  const withdrawals = useQuery(withdrawalsQuery(userId))
  const failed = [deposits, withdrawals].find(({ isLoadingError }) => isLoadingError)
  if (failed)
    return <ErrorState message={errorText(failed.error)} onRetry={() => void Promise.all([deposits.refetch(), withdrawals.refetch()])} />
  const { deposit = 0n, maximum: depositMaximum = MAXIMUM_BEFORE_LOAD } = deposits.data ?? {}
  const { withdrawal = 0n, maximum: withdrawalMaximum = MAXIMUM_BEFORE_LOAD } = withdrawals.data ?? {}
  return (
    <div className={classes.gauges}>
      <VolumeGauge label={t('financial.deposits')} used={deposit} maximum={depositMaximum} />
      <VolumeGauge label={t('financial.withdrawals')} used={-withdrawal} maximum={withdrawalMaximum} />
    </div>
  )
}

const GAUGE_SIZE = 150

/** Without a limit there is no percentage. */
function VolumeGauge({ label, used, maximum }: { label: string; used: bigint; maximum: bigint | null }) {
  const { t } = useTranslation('review')
  const labelId = useId()
  const text = maximum === null ? t('financial.unlimited') : shareText(used, maximum)
  const points = maximum === null ? 0n : basisPoints(used, maximum)
  return (
    <div className={classes.gauge}>
      <p id={labelId}>{label}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot hold the drawing */}
      <div
        role="meter"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Number(points) / 100}
        aria-valuetext={text}
        className={classes.dial}
        style={{ width: GAUGE_SIZE, height: GAUGE_SIZE }}
      >
        <ArcDrawing shape="gauge" points={points} size={GAUGE_SIZE} thickness={14} />
        <span>{text}</span>
      </div>
      <p className={classes.figures}>
        <strong translate="no">{formatCop(used)}</strong>
        {maximum !== null && ` / ${formatCop(maximum)}`}
      </p>
    </div>
  )
}

/** Two decimals, for whole figures too: gauges are compared with each other. */
function shareText(used: bigint, maximum: bigint): string {
  const share = formatShare(used, maximum)
  const [figure = '', sign = ''] = share.split('\u00a0')
  const [whole = '', fraction = ''] = figure.split(',')
  return `${whole},${fraction.padEnd(2, '0')}\u00a0${sign}`
}

function OpenButton({ row, onClick }: { row: string; onClick: () => void }) {
  const { t } = useTranslation('review')
  return (
    <Button variant="default" size="xs" onClick={onClick} aria-label={t('financial.openOf', { row })}>
      {t('financial.open')}
    </Button>
  )
}

function NatureLink({ userId }: { userId: string }) {
  const { t } = useTranslation('review')
  const label = t('financial.openOf', { row: t('financial.nature') })
  return (
    <Anchor component={Link} to={documentPath(userId, 'nature')} underline="always" aria-label={label}>
      {t('financial.open')}
    </Anchor>
  )
}

function Sections({ userId, maySeePayments }: { userId: string; maySeePayments: boolean }) {
  const { t } = useTranslation(['review', 'bank-review'])
  const [open, setOpen] = useState<'profile' | 'bank' | null>(null)
  const accounts = useQuery({ ...accountsOfQuery(userId), enabled: maySeePayments })
  const profile = useQuery(financialQuery(userId))
  const review = useQuery(reviewQuery(userId))
  const nature = useQuery(natureQuery(userId, ANY_REVIEW))
  const stateOfNature = natureState(review.data?.items ?? [], nature.data ?? [])
  const hasProfile = profile.data !== undefined && profile.data !== NO_FINANCIAL_PROFILE
  const close = () => setOpen(null)
  const bank = accounts.data && rowState(accounts.data)
  const rows = [
    ...(bank
      ? [
          {
            name: t('bank-review:row'),
            state: <StatusBadge kind={bank.kind}>{t(`bank-review:rows.${bank.says}`, { count: bank.count })}</StatusBadge>,
            link: bank.says !== 'none' && <OpenButton row={t('bank-review:row')} onClick={() => setOpen('bank')} />,
          },
        ]
      : []),
    {
      name: t('financial.profile'),
      state: <StatusBadge kind={hasProfile ? 'done' : 'waiting'}>{t(hasProfile ? 'financial.done' : 'financial.pending')}</StatusBadge>,
      link: hasProfile && <OpenButton row={t('financial.profile')} onClick={() => setOpen('profile')} />,
    },
    {
      name: t('financial.nature'),
      state: <StatusBadge kind={DOCUMENT_KINDS[stateOfNature]}>{stateOfNature}</StatusBadge>,
      link: <NatureLink userId={userId} />,
    },
  ]
  const failed = [profile, review, nature, accounts].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <ErrorState message={errorText(failed.error)} onRetry={() => void failed.refetch()} />
  // No state is shown before the data are loaded.
  if ([profile, review, nature, accounts].some(({ isLoading }) => isLoading)) return <RowsSkeleton rows={3} />
  return (
    <>
      <DataTable
        label={t('financial.general')}
        columns={[
          { key: 'name', header: t('financial.section'), render: ({ name }) => name, isLead: true },
          { key: 'state', header: t('financial.state'), render: ({ state }) => state },
          { key: 'link', header: t('financial.link'), render: ({ link }) => link },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
      {hasProfile && <ProfileModal profile={profile.data as FinancialProfile} isOpen={open === 'profile'} onClose={close} />}
      {open === 'bank' && <BankAccountsModal userId={userId} onClose={close} />}
    </>
  )
}

function ProfileModal({ profile, isOpen, onClose }: { profile: FinancialProfile; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('review')
  const { occupation, economicActivity, economicDescription } = profile
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('financial.profile')} size="sm">
      <Summary
        label={t('financial.profile')}
        lines={[
          { name: t('financial.occupation'), value: occupation || t('unknown') },
          { name: t('financial.activity'), value: economicActivity || t('unknown') },
          { name: t('financial.description'), value: economicDescription },
        ]}
      />
    </Modal>
  )
}
