/** One bank account in the list: its data and its actions. */
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { BankAccount } from '@tunjo/contract/payments'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { WaitUntil } from '../payout-wait/wait-until.tsx'
import classes from './account-list.module.css'

interface AccountActionsProps {
  account: BankAccount
  onEdit: (account: BankAccount) => void
  onDelete: (account: BankAccount) => void
}
export interface AccountRowProps extends AccountActionsProps {
  /** Makes the row a radio button of this group. */
  choice?: { group: string; isChosen: boolean; onChoose: () => void } | undefined
  showsWait: boolean
}

export function AccountRow({ account, choice, showsWait, ...actions }: AccountRowProps) {
  const text = <AccountText account={account} showsWait={showsWait} />
  return (
    <div className={classes.row} data-chosen={choice?.isChosen || undefined}>
      {choice ? <ChosenBy {...choice}>{text}</ChosenBy> : <div className={classes.choice}>{text}</div>}
      <AccountActions account={account} {...actions} />
    </div>
  )
}

function ChosenBy({ group, isChosen, onChoose, children }: NonNullable<AccountRowProps['choice']> & { children: ReactNode }) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} className={classes.radio} />
      {children}
    </label>
  )
}

export function AccountActions({ account, onEdit, onDelete }: AccountActionsProps) {
  const { t } = useTranslation('money')
  const { alias } = account
  return (
    <>
      <ActionIcon variant="subtle" size="lg" aria-label={t('accounts.edit', { alias })} onClick={() => onEdit(account)}>
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('accounts.delete', { alias })} onClick={() => onDelete(account)}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

function AccountText({ account, showsWait }: { account: BankAccount; showsWait: boolean }) {
  const { t } = useTranslation('pause')
  return (
    <span className={classes.text}>
      <span className={classes.alias} translate="no">
        {account.alias}
      </span>
      <AccountDetails account={account} />
      {showsWait && account.heldUntil && (
        <span className={classes.held}>
          {t('account.short')} <WaitUntil until={new Date(account.heldUntil)} />
        </span>
      )}
    </span>
  )
}

export function AccountDetails({ account: { bank, accountType, accountAddress } }: { account: BankAccount }) {
  const { t } = useTranslation('money')
  return (
    <span className={classes.bank}>
      <span translate="no">{bank.name}</span> · {t(`accountTypeShort.${accountType}`)} · <span translate="no">{accountAddress}</span>
    </span>
  )
}
