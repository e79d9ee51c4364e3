/** On-chain withdrawal form (MON-07): destination, amount, cost and received amount; the balance is held when the server accepts. */
import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedAddress } from '@tunjo/contract/crypto-addresses'
import type { CryptoWithdrawal, CryptoWithdrawalCost } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import { balanceUnits } from '@tunjo/contract/wallets'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holdQuery } from '../../api/credentials.ts'
import { errorText } from '../../api/error-text.ts'
import { isUnanswered } from '../../api/failure.ts'
import { costQuery, savedAddressesQuery, sendTokens, type Transfer } from '../../api/token-withdrawals.ts'
import { newKey } from '../../api/transport.ts'
import { balancesQuery } from '../../api/wallets.ts'
import { useAccount } from '../../session.ts'
import { AmountInput, readAmount } from '../../ui/amount-input.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorDialog } from '../error-dialog.tsx'
import { HoldNotice } from '../payout-wait/hold-notice.tsx'
import { WaitUntil } from '../payout-wait/wait-until.tsx'
import { AddressPicker } from './address-picker.tsx'
import { FeeConfirmation } from './fee-confirmation.tsx'
import { SendSummary } from './send-summary.tsx'
import { useConfirmedFee } from './use-confirmed-fee.ts'
import { useSendAmount } from './use-send-amount.ts'

interface SendFormProps {
  asset: AssetCode
  onDone: (withdrawal: CryptoWithdrawal) => void
}

export function SendForm(props: SendFormProps) {
  const userId = useAccount()?.id ?? ''
  const saved = useQuery(savedAddressesQuery(userId))
  if (saved.isPending) return <RowsSkeleton rows={4} />
  if (saved.isLoadingError) return <ErrorState message={errorText(saved.error)} onRetry={() => void saved.refetch()} />
  return <Form {...props} saved={saved.data} />
}

function Form({ asset, onDone, saved }: SendFormProps & { saved: readonly SavedAddress[] }) {
  const { t } = useTranslation(['send', 'money'])
  const { total, available } = useFunds(asset)
  const { data: pause } = useQuery(holdQuery)
  const [text, setText] = useState('')
  const [chosenId, setChosen] = useState<string | null>(saved.length === 1 ? (saved[0]?.id ?? null) : null)
  const [isConfirmed, setConfirmed] = useState(false)
  const chosen = saved.find(({ id }) => id === chosenId) ?? null
  const cost = useQuery(costQuery(asset, chosen?.address))
  const unit = { code: asset, scale: ASSETS[asset].scale }
  const { asking, shown, renew, keepCost } = useSending({ asset, onDone }, cost.data)
  const { fee, confirmed, ...large } = useConfirmedFee({ asset, shown, keepCost })
  const { amount } = readAmount(text, unit)
  const { most, refusal } = useSendAmount({ asset, amount, available, fee, minimum: shown?.minimum })
  const isLarge = large.isLargeFor(amount)

  function change<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      large.clear()
      renew()
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!chosen || amount === null || fee === undefined) return
    asking.mutate({ amount, recipient: chosen.address, fee, confirmed_fee: isLarge ? confirmed : undefined })
  }

  const isFeeAgreed = fee !== undefined && (!isLarge || confirmed !== undefined)
  const isStopped = pause?.hold != null || cost.data?.paused === true || chosen?.heldUntil != null
  const isReady = chosen && amount !== null && refusal === null && isFeeAgreed && isConfirmed && !isStopped
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <HoldNotice />
        {cost.data?.paused && <Alert color="amber">{t('send:form.paused')}</Alert>}
        <AmountInput
          label={t('money:withdraw.amount')}
          text={text}
          onChange={change(setText)}
          asset={unit}
          {...(most === undefined ? {} : { available: most })}
          error={refusal}
          data-autofocus
        />
        <AddressPicker saved={saved} chosen={chosen} onChange={change(setChosen)} />
        {chosen?.heldUntil && <NewAddressNotice heldUntil={chosen.heldUntil} />}
        {cost.isLoadingError && <ErrorState message={errorText(cost.error)} onRetry={() => void cost.refetch()} />}
        <SendSummary asset={asset} amount={amount} total={total} available={available} cost={shown} chosen={chosen} />
        {isLarge && fee !== undefined && <FeeConfirmation asset={asset} fee={fee} text={large.typed} onChange={large.change} />}
        <Checkbox
          label={t('money:withdraw.confirm')}
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
        <ModalActions>
          <Button type="submit" loading={asking.isPending} disabled={!isReady}>
            {t('money:withdraw.submit')}
          </Button>
        </ModalActions>
      </Stack>
      <ErrorDialog error={asking.error} onClose={() => asking.reset()} />
    </form>
  )
}

function useFunds(asset: AssetCode): { total: bigint | undefined; available: bigint | undefined } {
  const { data: balances } = useQuery(balancesQuery)
  const row = balances?.find((balance) => balance.asset === asset)
  return { total: row && balanceUnits(asset, row.amount), available: row && balanceUnits(asset, row.available) }
}

function NewAddressNotice({ heldUntil }: { heldUntil: string }) {
  const { t } = useTranslation('send')
  return (
    <Alert color="amber">
      {t('book.new')} <WaitUntil until={new Date(heldUntil)} />
    </Alert>
  )
}

/** `shown`: the cost that the person agrees to. */
function useSending({ asset, onDone }: SendFormProps, cost: CryptoWithdrawalCost | undefined) {
  const cache = useQueryClient()
  // A retry with the same key withdraws once; changed data is another withdrawal.
  const [key, setKey] = useState(newKey)
  // Kept from the attempt whose answer was lost, since only an identical request is the same withdrawal; or from the large fee that was
  // typed.
  const [kept, setKept] = useState<CryptoWithdrawalCost | null>(null)
  const shown = kept ?? cost
  const asking = useMutation({
    mutationFn: (body: Transfer) => sendTokens(asset, body, key),
    onSuccess: onDone,
    onError: (error) => setKept((isUnanswered(error) && shown) || null),
    onSettled: () => Promise.all(['crypto', 'wallets', 'limits'].map((name) => cache.invalidateQueries({ queryKey: [name] }))),
  })
  function renew(): void {
    setKey(newKey())
    setKept(null)
  }
  return { asking, shown, renew, keepCost: setKept }
}
