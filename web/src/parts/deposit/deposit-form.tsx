/** Deposit form: amount, bank account, cost and acceptance; then the bank's link. */
import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../api/error-text.ts'
import { depositVolumeQuery } from '../../api/limits.ts'
import { accountsQuery, lastAccountQuery, rulesQuery, startDeposit } from '../../api/payments.ts'
import { newKey } from '../../api/transport.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatCop } from '../../ui/amount-format.ts'
import { AmountInput, COP_UNIT, readAmount, writeAmount } from '../../ui/amount-input.tsx'
import { ModalActions } from '../../ui/modal-actions.tsx'
import { Summary } from '../../ui/summary.tsx'
import { toast } from '../../ui/toast.ts'
import { AmountChips } from '../amount-chips.tsx'
import { AccountList } from '../bank-accounts/account-list.tsx'
import { ErrorDialog } from '../error-dialog.tsx'
import { leastOf, leftOfMonth } from '../month-left.ts'
import { amountRefusal } from '../payment-rules.ts'
import { type BankTab, openBankTab } from './bank-tab.ts'
import { DepositTerms } from './deposit-terms.tsx'

interface DepositFormProps {
  onDone: () => void
  /** Initial values. */
  first?: Pick<FiatTransactionDetail, 'amount' | 'accountId'> | undefined
}

export function DepositForm({ onDone, first }: DepositFormProps) {
  const { t } = useTranslation('money')
  const { data: rules } = useQuery(rulesQuery)
  const { data: accounts = [] } = useQuery(accountsQuery)
  const { data: last } = useQuery(lastAccountQuery('DEPOSIT'))
  const left = leftOfMonth(useQuery(depositVolumeQuery).data)
  const [text, setText] = useState(first ? writeAmount(first.amount, COP_UNIT) : '')
  const [chosen, setChosen] = useState<string | null>(first?.accountId ?? null)
  const [accepted, setAccepted] = useState({ policy: false, personalData: false })
  const [wasTried, setTried] = useState(false)

  const account = accounts.find(({ id }) => id === (chosen ?? last)) ?? (accounts.length === 1 ? accounts[0] : undefined)
  const accountId = account?.id ?? null
  const { amount } = readAmount(text, COP_UNIT)
  const refusal = amountRefusal(amount, rules?.deposit, t, { left })
  const cost = rules?.deposit.cost ?? 0n

  const { starting, renew } = useStarting(onDone)
  const isLinkPending = hasCode(starting.error, 'payments.bank_link_pending')

  function change<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      renew()
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    const isAccepted = accepted.policy && accepted.personalData
    if (isAccepted && amount !== null && accountId !== null) starting.mutate({ id: accountId, value: amount, tab: openBankTab() })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <AmountInput
          label={t('deposit.amount')}
          text={text}
          onChange={change(setText)}
          asset={COP_UNIT}
          description={left === null ? undefined : t('deposit.left', { left: formatCop(left) })}
          error={refusal}
          data-autofocus
        />
        <AmountChips most={leastOf(left, rules?.deposit.maximum)} onChoose={(value) => change(setText)(writeAmount(value, COP_UNIT))} />
        <AccountList choice={{ accountId, onChange: change(setChosen) }} showsWait={false} />
        <Summary
          label={t('deposit.summary')}
          lines={[
            { name: t('deposit.amount'), value: <Amount value={amount ?? 0n} asset="COP" /> },
            { name: t('deposit.cost'), value: <Amount value={cost} asset="COP" /> },
            { name: t('deposit.receive'), value: <Amount value={receives(amount, cost)} asset="COP" />, strong: true },
          ]}
        />
        <DepositTerms value={accepted} onChange={setAccepted} error={wasTried ? t('deposit.acceptBoth') : null} />
        {isLinkPending && <p role="alert">{t('deposit.linkPending')}</p>}
        <ModalActions>
          <Button type="submit" loading={starting.isPending} disabled={accountId === null || amount === null || refusal !== null}>
            {t('deposit.submit')}
          </Button>
        </ModalActions>
      </Stack>
      <ErrorDialog error={isLinkPending ? null : starting.error} onClose={() => starting.reset()} />
    </form>
  )
}

function useStarting(onDone: () => void) {
  const { t } = useTranslation('money')
  const cache = useQueryClient()
  // One key per attempt: a retry after a slow bank returns the same deposit, changed data is another one.
  const [key, setKey] = useState(newKey)
  const starting = useMutation({
    mutationFn: ({ id, value }: { id: string; value: bigint; tab: BankTab }) => startDeposit(id, value, key),
    onSuccess: (url, { tab }) => {
      tab.goTo(url)
      toast.info(t('deposit.started'))
      onDone()
    },
    onError: (_error, { tab }) => tab.close(),
    onSettled: () => cache.invalidateQueries({ queryKey: ['payments'] }),
  })
  function renew(): void {
    setKey(newKey())
    if (starting.isError) starting.reset()
  }
  return { starting, renew }
}

const receives = (amount: bigint | null, cost: bigint): bigint => (amount !== null && amount > cost ? amount - cost : 0n)
