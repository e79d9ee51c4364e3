/** Withdrawal form: amount, bank account, cost and balance; the balance is held when the server accepts. */
import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BankAccount, FiatTransactionDetail } from '@tunjo/contract/payments'
import { balanceUnits } from '@tunjo/contract/wallets'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holdQuery } from '../../api/credentials.ts'
import { withdrawalVolumeQuery } from '../../api/limits.ts'
import { accountsQuery, lastAccountQuery, requestWithdrawal, rulesQuery } from '../../api/payments.ts'
import { newKey } from '../../api/transport.ts'
import { balancesQuery } from '../../api/wallets.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatCop } from '../../ui/amount-format.ts'
import { AmountInput, COP_UNIT, readAmount, writeAmount } from '../../ui/amount-input.tsx'
import { formatDate } from '../../ui/date-time.tsx'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { Summary, type SummaryLine } from '../../ui/summary.tsx'
import { AmountChips } from '../amount-chips.tsx'
import { AccountList } from '../bank-accounts/account-list.tsx'
import { ErrorDialog } from '../error-dialog.tsx'
import { leastOf, leftOfMonth } from '../month-left.ts'
import { amountRefusal } from '../payment-rules.ts'
import { HoldNotice } from '../payout-wait/hold-notice.tsx'

export function WithdrawForm({ onDone }: { onDone: (withdrawal: FiatTransactionDetail) => void }) {
  const { t } = useTranslation('money')
  const { data: rules } = useQuery(rulesQuery)
  const left = leftOfMonth(useQuery(withdrawalVolumeQuery).data)
  const { total, available } = usePesos()
  const { data: pause } = useQuery(holdQuery)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  const { asking, renew } = useAsking(onDone)

  const account = useDestination(chosen)
  const cost = rules?.withdrawal.cost ?? 0n
  const most = available === undefined ? undefined : available > cost ? available - cost : 0n
  const { amount } = readAmount(text, COP_UNIT)
  const refusal = amountRefusal(amount, rules?.withdrawal, t, { available: most, left })

  function change<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      renew()
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (account && amount !== null) asking.mutate({ id: account.id, value: amount })
  }

  // Shown on a phone only where it matters: when the monthly limit is below the balance.
  const isMonthTighter = left !== null && most !== undefined && left < most
  const isAllowed = pause?.hold == null && rules?.withdrawal.ofDay.left !== 0
  const isReady = account && amount !== null && refusal === null && isConfirmed && isAllowed

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Notices />
        <AmountInput
          label={t('withdraw.amount')}
          text={text}
          onChange={change(setText)}
          asset={COP_UNIT}
          available={most}
          description={isMonthTighter ? t('withdraw.left', { left: formatCop(left) }) : undefined}
          error={refusal}
          data-autofocus
        />
        <AmountChips
          most={leastOf(left, most, rules?.withdrawal.maximum)}
          onChoose={(value) => change(setText)(writeAmount(value, COP_UNIT))}
        />
        <AccountList choice={{ accountId: account?.id ?? null, onChange: change(setChosen) }} />
        <WithdrawSummary {...{ total, available, amount, cost, account }} pausedUntil={pause?.hold?.until} />
        <Checkbox label={t('withdraw.confirm')} checked={isConfirmed} onChange={(event) => setConfirmed(event.currentTarget.checked)} />
        <ModalActions>
          <Button type="submit" loading={asking.isPending} disabled={!isReady}>
            {t('withdraw.submit')}
          </Button>
        </ModalActions>
      </Stack>
      <ErrorDialog error={asking.error} onClose={() => asking.reset()} />
    </form>
  )
}

/** Reasons why nothing can be withdrawn now. */
function Notices() {
  const { t } = useTranslation('money')
  const ofDay = useQuery(rulesQuery).data?.withdrawal.ofDay
  return (
    <>
      <HoldNotice />
      {ofDay?.left === 0 && (
        <Alert color="amber" role="status">
          {t('withdraw.noneLeftToday', { maximum: ofDay.maximum })}
        </Alert>
      )}
    </>
  )
}

/** The last account, until the person chooses. */
function useDestination(chosen: string | null): BankAccount | undefined {
  const { data: accounts = [] } = useQuery(accountsQuery)
  const { data: last } = useQuery(lastAccountQuery('WITHDRAWAL'))
  return accounts.find(({ id }) => id === (chosen ?? last)) ?? (accounts.length === 1 ? accounts[0] : undefined)
}

function usePesos(): { total: bigint | undefined; available: bigint | undefined } {
  const { data: balances } = useQuery(balancesQuery)
  const pesos = balances?.find(({ asset }) => asset === 'COP')
  return { total: pesos && balanceUnits('COP', pesos.amount), available: pesos && balanceUnits('COP', pesos.available) }
}

function useAsking(onDone: (withdrawal: FiatTransactionDetail) => void) {
  const cache = useQueryClient()
  // A retry with the same key withdraws once; changed data is another withdrawal.
  const [key, setKey] = useState(newKey)
  const asking = useMutation({
    mutationFn: ({ id, value }: { id: string; value: bigint }) => requestWithdrawal(id, value, key),
    onSuccess: onDone,
    onSettled: () => Promise.all(['payments', 'wallets', 'limits'].map((name) => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return { asking, renew: () => setKey(newKey()) }
}

interface WithdrawSummaryProps {
  total: bigint | undefined
  available: bigint | undefined
  amount: bigint | null
  cost: bigint
  account: BankAccount | undefined
  pausedUntil: string | undefined
}
function WithdrawSummary({ total, available, amount, cost, account, pausedUntil }: WithdrawSummaryProps) {
  const { t } = useTranslation('money')
  const { data: rules } = useQuery(rulesQuery)
  const ofDay = rules?.withdrawal.ofDay
  const lines: SummaryLine[] = [
    { name: t('withdraw.totalBalance'), value: total === undefined ? '…' : <Amount value={total} asset="COP" /> },
    { name: t('withdraw.available'), value: available === undefined ? '…' : <Amount value={available} asset="COP" /> },
    { name: t('withdraw.amount'), value: <Amount value={amount ?? 0n} asset="COP" /> },
    {
      name: t('withdraw.cost'),
      // One line: with a held account a phone has no room for another above the button.
      value: (
        <>
          <Amount value={cost} asset="COP" />
          {ofDay && ` · ${t('withdraw.leftToday', { count: ofDay.left })}`}
        </>
      ),
    },
    { name: t('withdraw.deducted'), value: <Amount value={amount === null ? 0n : amount + cost} asset="COP" />, strong: true },
    ...(account ? destinationLines(account, pausedUntil, t) : []),
  ]
  return <Summary label={t('deposit.summary')} lines={lines} />
}

function destinationLines(
  { bank, accountType, accountAddress, heldUntil }: BankAccount,
  pausedUntil: string | undefined,
  t: TFunction<'money'>,
): SummaryLine[] {
  const sentAt = laterOf(heldUntil, pausedUntil)
  return [
    { name: t('withdraw.bank'), value: <span translate="no">{bank.name}</span> },
    { name: t('withdraw.accountType'), value: t(`accountTypeShort.${accountType}`) },
    { name: t('withdraw.accountNumber'), value: <span translate="no">{accountAddress}</span> },
    { name: t('withdraw.sentAt'), value: sentAt ? t('withdraw.sentFrom', { date: formatDate(sentAt) }) : t('withdraw.sentNow') },
    { name: t('withdraw.arrives'), value: t('withdraw.arrivesText') },
  ]
}

/** The latest of the holding periods. */
function laterOf(...moments: (string | null | undefined)[]): Date | null {
  const times = moments.flatMap((moment) => (moment ? [Date.parse(moment)] : []))
  return times.length === 0 ? null : new Date(Math.max(...times))
}
