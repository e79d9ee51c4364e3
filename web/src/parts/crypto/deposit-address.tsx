/** On-chain deposit (MON-05): the person's address with its QR code, accepted tokens, and incoming deposits. */
import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cryptoMovementsQuery, depositAddressQuery, isOnItsWay } from '../../api/crypto.ts'
import { errorText } from '../../api/error-text.ts'
import { useAccount } from '../../session.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Hash } from '../../ui/hash.tsx'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Summary } from '../../ui/summary.tsx'
import { depositUnits } from './crypto-movements.tsx'
import { CryptoState } from './crypto-state.tsx'
import classes from './deposit-address.module.css'

const QR_SIZE = 184

export function DepositAddress({ asset, onDone }: { asset: AssetCode; onDone: () => void }) {
  const { t } = useTranslation('money')
  const userId = useAccount()?.id ?? ''
  const found = useQuery(depositAddressQuery(userId))
  if (found.isPending) return <RowsSkeleton rows={5} />
  if (found.isError) return <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
  const { address, network, confirmationsNeeded, tokens } = found.data
  const token = tokens.find((accepted) => accepted.asset === asset)
  if (!token) return <ErrorState message={t('crypto.notOffered')} onRetry={() => void found.refetch()} />
  const minimum = parseUnits(token.minimum, ASSETS[asset].scale) ?? 0n
  return (
    <Stack>
      <div className={classes.address}>
        <QrCode text={address} title={t('crypto.qr')} size={QR_SIZE} />
        <div className={classes.text}>
          <p className={classes.label}>{t('crypto.own')}</p>
          <Address value={address} />
          <p className={classes.arrival}>{t('crypto.arrival')}</p>
        </div>
      </div>
      <Arriving userId={userId} />
      <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} title={t('crypto.onlyThis', { asset })}>
        {t('crypto.onlyThisText', { network: network.name })}
      </Alert>
      <Summary
        label={t('crypto.rules')}
        lines={[
          { name: t('crypto.network'), value: t('crypto.networkValue', { network: network.name }) },
          { name: t('crypto.contract'), value: <Hash value={token.contract} what={t('crypto.contractWhat')} /> },
          { name: t('crypto.minimum'), value: <Amount value={minimum} asset={asset} /> },
          { name: t('crypto.confirmations'), value: String(confirmationsNeeded) },
        ]}
      />
      <ModalActions>
        <Button onClick={onDone}>{t('crypto.done')}</Button>
      </ModalActions>
    </Stack>
  )
}

const REFETCHED_STATES = { pageIndex: 0, size: 5 }
const LOOK_EVERY_MS = 4_000

/** Deposits since the opening, and those not in the balance yet: in flight, or held with the reason. */
function Arriving({ userId }: { userId: string }) {
  const { t } = useTranslation('money')
  const [openedAt] = useState(() => Date.now())
  const { data } = useQuery({ ...cryptoMovementsQuery(userId, REFETCHED_STATES), refetchInterval: LOOK_EVERY_MS })
  const shown = (data?.results ?? []).filter(
    ({ kind, state, created_at }) =>
      kind === 'DEPOSIT' && (isOnItsWay(state) || state === 'IN_REVIEW' || Date.parse(created_at) > openedAt),
  )
  return (
    <section className={classes.arriving} aria-label={t('crypto.arriving')} aria-live="polite">
      {shown.length === 0 && <p className={classes.waiting}>{t('crypto.waiting')}</p>}
      {shown.map((deposit) => (
        <div key={deposit.id} className={classes.deposit}>
          <Amount value={depositUnits(deposit)} asset={deposit.asset} />
          <CryptoState movement={deposit} />
          {deposit.reason !== null && <p className={classes.reason}>{deposit.reason}</p>}
        </div>
      ))}
    </section>
  )
}
