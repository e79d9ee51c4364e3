/**
 * Form to add or change a bank account (BANK-01, BANK-03). A server refusal closes the form and is shown in a dialog; the form then
 * reopens with the typed values.
 */
import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ACCOUNT_TYPES, type BankAccount, isAccountNumber } from '@tunjo/contract/payments'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStepUpCancelled } from '../../api/failure.ts'
import { banksQuery } from '../../api/parameters.ts'
import { accountsQuery, addAccount, editAccount } from '../../api/payments.ts'
import { Modal } from '../../ui/modal.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { toast } from '../../ui/toast.ts'
import { isAliasTaken } from './alias.ts'

/** AV Villas (BANK-01). */
const DEFAULT_BANK = 1

/** Typed values, kept outside the form. */
export interface TypedAccount {
  alias: string
  bank: string
  number: string
  type: string
}

interface AccountFormModalProps {
  opened: boolean
  /** The account to change; none to add one. */
  account: BankAccount | null
  /** Values of a refused attempt. */
  typed: TypedAccount | null
  onClose: () => void
  onSaved?: (account: BankAccount) => void
  onFailed: (error: unknown, typed: TypedAccount) => void
}

export function AccountFormModal(props: AccountFormModalProps) {
  const { t } = useTranslation('money')
  const title = props.account ? t('accounts.editTitle') : t('accounts.addTitle')
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={title}>
      <AccountForm key={props.account?.id ?? 'new'} {...props} />
    </Modal>
  )
}

function AccountForm(props: AccountFormModalProps) {
  const { account, typed } = props
  const { t } = useTranslation('money')
  const { data: accounts = [] } = useQuery(accountsQuery)
  const [fields, setFields] = useState<TypedAccount>(typed ?? firstFields(account))
  const [wasNumberLeft, setNumberLeft] = useState(typed !== null)
  const { alias, bank, number, type } = fields
  const set = (change: Partial<TypedAccount>) => setFields({ ...fields, ...change })
  const isNumberUnfit = number !== '' && !isAccountNumber(number)
  const aliasTaken = isAliasTaken(alias, accounts, account?.id)
  const saving = useSaving(props, fields)

  function submit(event: FormEvent): void {
    event.preventDefault()
    // React events bubble through portals: without this the form behind the dialog would be submitted too.
    event.stopPropagation()
    setNumberLeft(true)
    if (!isNumberUnfit) saving.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('accounts.alias')}
          value={alias}
          maxLength={40}
          autoComplete="off"
          data-autofocus
          onChange={(event) => set({ alias: event.currentTarget.value })}
          error={aliasTaken && t('accounts.aliasTaken')}
        />
        <BankSelect value={bank} onChange={(value) => set({ bank: value })} />
        <TextInput
          label={t('accounts.number')}
          value={number}
          inputMode="numeric"
          // No maximum length: the browser would truncate a pasted number before its spaces and dashes are removed.
          autoComplete="off"
          onChange={(event) => set({ number: event.currentTarget.value.replace(/\D/g, '') })}
          onBlur={() => setNumberLeft(true)}
          error={wasNumberLeft && isNumberUnfit && t('accounts.numberUnfit')}
        />
        <TypeSelect value={type} onChange={(value) => set({ type: value })} />
        <Button type="submit" loading={saving.isPending} disabled={alias.trim() === '' || number === '' || aliasTaken}>
          {account ? t('accounts.editSubmit') : t('accounts.addSubmit')}
        </Button>
      </Stack>
    </form>
  )
}

interface ChoiceProps {
  value: string
  onChange: (value: string) => void
}
function BankSelect({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation('money')
  const { data: banks = [] } = useQuery(banksQuery)
  const data = banks.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <SearchSelect label={t('accounts.bank')} data={data} value={value} onChange={(bank) => bank && onChange(bank)} allowDeselect={false} />
  )
}

function TypeSelect({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation('money')
  const data = Object.values(ACCOUNT_TYPES).map((id) => ({ value: String(id), label: t(`accountType.${id}`) }))
  return <Select label={t('accounts.type')} data={data} value={value} onChange={(type) => type && onChange(type)} allowDeselect={false} />
}

function useSaving({ account, onClose, onSaved, onFailed }: AccountFormModalProps, fields: TypedAccount) {
  const { t } = useTranslation('money')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const { alias, bank, number, type } = fields
      const accountType = Number(type) === ACCOUNT_TYPES.current ? ACCOUNT_TYPES.current : ACCOUNT_TYPES.savings
      const form = { account: number, alias: alias.trim(), bank: Number(bank), accountType }
      return account ? editAccount(account.id, form) : addAccount(form)
    },
    onSuccess: async (saved) => {
      await cache.invalidateQueries({ queryKey: accountsQuery.queryKey })
      toast.success(t(account ? 'accounts.changed' : 'accounts.added'))
      onClose()
      onSaved?.(saved)
    },
    onError: (error) => {
      if (isStepUpCancelled(error)) return
      onClose()
      onFailed(error, fields)
    },
  })
}

const firstFields = (account: BankAccount | null): TypedAccount => ({
  alias: account?.alias ?? '',
  bank: String(account?.bank.id ?? DEFAULT_BANK),
  number: account?.accountAddress ?? '',
  type: String(account?.accountType ?? ACCOUNT_TYPES.savings),
})
