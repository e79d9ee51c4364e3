/** Token withdrawals in flight with their steps, live; one that ends meanwhile stays until it is dismissed. */
import { Anchor, Button } from '@mantine/core'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, parseUnits } from '@tunjo/contract/money'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cryptoMovementsQuery, isOnItsWay } from '../../api/crypto.ts'
import { errorText } from '../../api/error-text.ts'
import { cancelTokenWithdrawal, withdrawalQuery } from '../../api/token-withdrawals.ts'
import { useAccount } from '../../session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { shorten } from '../../ui/hash.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MoneyTimeline } from '../../ui/money-timeline.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './token-withdrawal.module.css'
import { withdrawalSteps } from './withdrawal-steps.ts'

/** Lazy: dialogs are large, and this one is rare. */
const ErrorDialog = lazyComponent(async () => (await import('../error-dialog.tsx')).ErrorDialog, {
  dialog: { close: ({ onClose }) => onClose() },
})

const SHOWN = 3
const REFETCHED_STATES = { pageIndex: 0, size: 10 }

export function TokensInFlight() {
  const { t } = useTranslation('send')
  const userId = useAccount()?.id ?? ''
  const { data, isLoadingError, error, refetch } = useQuery(cryptoMovementsQuery(userId, REFETCHED_STATES))
  const [watched, setWatched] = useState<readonly string[]>([])
  useEffect(() => {
    const open = (data?.results ?? []).filter(({ kind, state }) => kind === 'WITHDRAWAL' && (isOnItsWay(state) || state === 'IN_REVIEW'))
    const found = open.map(({ id }) => id)
    setWatched((before) => (found.every((id) => before.includes(id)) ? before : [...new Set([...found, ...before])].slice(0, SHOWN)))
  }, [data])
  const asked = useQueries({ queries: watched.map(withdrawalQuery) })
  const withdrawals = asked.flatMap(({ data: one }) => one ?? [])
  const failure = isLoadingError ? { error, refetch } : asked.find((one) => one.isLoadingError)
  if (!failure && withdrawals.length === 0) return null
  return (
    <Card title={t('flight.title')}>
      {failure && <ErrorState message={errorText(failure.error)} onRetry={() => void failure.refetch()} />}
      <ul className={classes.list}>
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className={classes.flight}>
            <Flight withdrawal={withdrawal} onDismiss={() => setWatched((before) => before.filter((id) => id !== withdrawal.id))} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Flight({ withdrawal, onDismiss }: { withdrawal: CryptoWithdrawal; onDismiss: () => void }) {
  const { t } = useTranslation('send')
  const { asset, amount, alias, to_address: address, state } = withdrawal
  const hasEnded = !isOnItsWay(state) && state !== 'IN_REVIEW'
  return (
    <>
      <div className={classes.head}>
        <p className={classes.title}>
          {t('flight.of')} <Amount value={parseUnits(amount, ASSETS[asset].scale) ?? 0n} asset={asset} />
          <span className={classes.destination} translate="no">
            {alias} · {shorten(address)}
          </span>
        </p>
        {hasEnded && (
          <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
            {t('flight.dismiss')}
          </Button>
        )}
      </div>
      <MoneyTimeline label={t('steps.label')} steps={withdrawalSteps(withdrawal, t)} />
      <Actions withdrawal={withdrawal} />
    </>
  )
}

function Actions({ withdrawal: { id, cancellable, transaction_hash: hash } }: { withdrawal: CryptoWithdrawal }) {
  const { t } = useTranslation('send')
  const cache = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const cancelling = useMutation({
    mutationFn: () => cancelTokenWithdrawal(id),
    onSuccess: () => toast.success(t('flight.cancelled')),
    onError: setFailure,
    onSettled: () => Promise.all(['crypto', 'wallets', 'limits'].map((name) => cache.invalidateQueries({ queryKey: [name] }))),
  })
  if (!cancellable && hash === null) return null
  return (
    <div className={classes.actions}>
      {cancellable && (
        <Button variant="default" size="sm" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {t('flight.cancel')}
        </Button>
      )}
      {hash !== null && (
        <Anchor href={`/explorer/tx/${hash}`} target="_blank" rel="noopener" underline="always">
          {t('flight.see')}
        </Anchor>
      )}
      {failure !== null && <ErrorDialog error={failure} onClose={() => setFailure(null)} />}
    </div>
  )
}
