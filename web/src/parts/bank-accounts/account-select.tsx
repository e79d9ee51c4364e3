/** Select for several bank accounts inside a form, so that a phone shows the form's button too. */
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { BankAccount } from '@tunjo/contract/payments'
import { useTranslation } from 'react-i18next'
import classes from './account-list.module.css'
import { AccountActions, AccountDetails } from './account-row.tsx'

interface AccountSelectProps {
  accounts: readonly BankAccount[]
  accountId: string | null
  onChange: (accountId: string | null) => void
  /** False where the form itself shows the details of the chosen one. */
  showsDetails: boolean
  /** Null when no more accounts are allowed. */
  onAdd: (() => void) | null
  onEdit: (account: BankAccount) => void
  onDelete: (account: BankAccount) => void
}

export function AccountSelect({ accounts, accountId, onChange, showsDetails, onAdd, ...actions }: AccountSelectProps) {
  const { t } = useTranslation('money')
  const chosen = accounts.find(({ id }) => id === accountId)
  return (
    <>
      <div className={classes.select}>
        <NativeSelect
          label={t('accounts.label')}
          className={classes.field}
          value={chosen?.id ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          data={[
            { value: '', label: t('accounts.choose'), disabled: true },
            ...accounts.map(({ id, alias, bank }) => ({ value: id, label: `${alias} · ${bank.name}` })),
          ]}
        />
        {chosen && <AccountActions account={chosen} {...actions} />}
        {onAdd && (
          <ActionIcon variant="light" size="lg" aria-label={t('accounts.add')} onClick={onAdd}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {showsDetails && chosen && <AccountDetails account={chosen} />}
    </>
  )
}
