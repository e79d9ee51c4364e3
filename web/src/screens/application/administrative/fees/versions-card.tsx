/** Versions of the platform fee: in force, scheduled and past, and the action to propose another. */
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FEE_PAIRS, type FeeRates } from '@tunjo/contract/fee-schedule'
import type { FeeVersion } from '@tunjo/contract/trade-fees'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { feeScheduleQuery } from '../../../../api/trade-fees.ts'
import { useAccount } from '../../../../session.ts'
import { Card } from '../../../../ui/card.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'
import { ChangeFeesModal } from './change-fees-modal.tsx'
import { figureOf, percentOfBps } from './fee-draft.ts'
import classes from './fees.module.css'

const KIND: Readonly<Record<FeeVersion['state'], StatusKind>> = {
  in_force: 'done',
  coming: 'waiting',
  past: 'neutral',
  replaced: 'neutral',
}

export function VersionsCard() {
  const { t } = useTranslation('fees')
  const schedule = useQuery(feeScheduleQuery)
  const [changing, setChanging] = useState<FeeRates | null>(null)
  const mayChange = useAccount()?.permissions.includes('fees.change') ?? false
  const newest = schedule.data?.versions[0]
  const propose = mayChange && newest && !schedule.data?.isWaiting && (
    <Button size="sm" onClick={() => setChanging(newest.rates)}>
      {t('change.title')}
    </Button>
  )
  return (
    <Card title={t('versions.title')} actions={propose}>
      {schedule.isPending && <RowsSkeleton rows={3} />}
      {schedule.isLoadingError && <ErrorState message={errorText(schedule.error)} onRetry={() => void schedule.refetch()} />}
      {schedule.data?.isWaiting && (
        <Alert color="amber" role="note" mb="md">
          {t('versions.waiting')}
        </Alert>
      )}
      <ol className={classes.versions}>
        {schedule.data?.versions.map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </ol>
      <ChangeFeesModal newest={changing} onClose={() => setChanging(null)} />
    </Card>
  )
}

function Version({ version: { version, state, rates, from, decided } }: { version: FeeVersion }) {
  const { t } = useTranslation('fees')
  return (
    <li className={classes.version}>
      <strong>{t('versions.version', { version })}</strong> <StatusBadge kind={KIND[state]}>{t(`versions.states.${state}`)}</StatusBadge>
      <p className={classes.note}>
        {from ? (
          <>
            {t('versions.from')} <DateTime value={new Date(from)} />
          </>
        ) : (
          t('versions.first')
        )}
        {decided && ` · ${t('versions.by', { maker: decided.maker, checker: decided.checker })}`}
      </p>
      {decided && <p className={classes.reason}>{decided.reason}</p>}
      <ul className={classes.routes}>
        {FEE_PAIRS.map((pair) => (
          <li key={pair}>
            {pair.replace('-', ' / ')}: {rates[pair].map((tier) => tierText(tier)).join('; ')}
          </li>
        ))}
      </ul>
    </li>
  )

  function tierText({ fromCop, takerBps, makerBps }: FeeRates[keyof FeeRates][number]): string {
    const values = { from: figureOf(fromCop), taker: percentOfBps(takerBps), maker: percentOfBps(makerBps) }
    return t(fromCop === '0' ? 'versions.tier' : 'versions.tierFrom', values)
  }
}
