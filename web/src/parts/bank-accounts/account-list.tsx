/** The person's bank accounts, to choose one (inside a form) or only to keep them (page Cuentas). BANK-01, BANK-02. */
import { ActionIcon, Button } from '@mantine/core'
import { IconBuildingBank, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BankAccount } from '@tunjo/contract/payments'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { accountsQuery } from '../../api/payments.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorDialog } from '../error-dialog.tsx'
import { WaitUntil } from '../payout-wait/wait-until.tsx'
import { AccountFormModal, type TypedAccount } from './account-form-modal.tsx'
import classes from './account-list.module.css'
import { DeleteAccountModal } from './delete-account-modal.tsx'

const MAXIMUM_ACCOUNTS = 3

interface AccountListProps {
  /** With it the rows are radio buttons. */
  choice?: { accountId: string | null; onChange: (accountId: string | null) => void }
  /** From when a new account is paid, which is nothing to who deposits. */
  showsWait?: boolean
}

type Open = { form: 'add' | 'edit' | 'delete'; account: BankAccount | null; typed?: TypedAccount } | null
/** A refused form comes back with what was typed. */
type Failure = { error: unknown; back: Open }

export function AccountList({ choice, showsWait = true }: AccountListProps) {
  const { t } = useTranslation('money')
  const accounts = useQuery(accountsQuery)
  const [open, setOpen] = useState<Open>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const group = useId()
  const close = () => setOpen(null)

  if (accounts.isPending) return <RowsSkeleton rows={2} />
  if (accounts.isLoadingError) return <ErrorState message={errorText(accounts.error)} onRetry={() => void accounts.refetch()} />

  const isFull = accounts.data.length >= MAXIMUM_ACCOUNTS
  const addButton = (
    <Button
      variant="light"
      size="sm"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setOpen({ form: 'add', account: null })}
    >
      {t('accounts.add')}
    </Button>
  )
  return (
    <fieldset className={classes.list}>
      <legend className={choice ? classes.legend : classes.hidden}>{t('accounts.label')}</legend>
      {accounts.data.length === 0 && (
        <EmptyState
          icon={<IconBuildingBank size={26} />}
          title={t('accounts.emptyTitle')}
          text={t('accounts.emptyText')}
          action={addButton}
        />
      )}
      {accounts.data.map((account) => (
        <div key={account.id} className={classes.row} data-chosen={choice?.accountId === account.id || undefined}>
          {choice ? (
            <label className={classes.choice}>
              <input
                type="radio"
                name={group}
                checked={choice.accountId === account.id}
                onChange={() => choice.onChange(account.id)}
                className={classes.radio}
              />
              <AccountText account={account} showsWait={showsWait} />
            </label>
          ) : (
            <div className={classes.choice}>
              <AccountText account={account} showsWait={showsWait} />
            </div>
          )}
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('accounts.edit', { alias: account.alias })}
            onClick={() => setOpen({ form: 'edit', account })}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('accounts.delete', { alias: account.alias })}
            onClick={() => setOpen({ form: 'delete', account })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {isFull && <p className={classes.full}>{t('accounts.full')}</p>}
      {!isFull && accounts.data.length > 0 && <div>{addButton}</div>}
      <AccountFormModal
        opened={open?.form === 'add' || open?.form === 'edit'}
        account={open?.account ?? null}
        typed={open?.typed ?? null}
        onClose={close}
        onSaved={(saved) => choice?.onChange(saved.id)}
        onFailed={(error, typed) => setFailure({ error, back: open && { ...open, typed } })}
      />
      <DeleteAccountModal
        account={open?.form === 'delete' ? open.account : null}
        onClose={close}
        onDeleted={(id) => choice?.accountId === id && choice.onChange(null)}
        onFailed={(error) => setFailure({ error, back: null })}
      />
      <ErrorDialog
        error={failure?.error}
        onClose={() => {
          setOpen(failure?.back ?? null)
          setFailure(null)
        }}
      />
    </fieldset>
  )
}

function AccountText({ account, showsWait }: { account: BankAccount; showsWait: boolean }) {
  const { t } = useTranslation(['money', 'pause'])
  return (
    <span className={classes.text}>
      <span className={classes.alias}>{account.alias}</span>
      <span className={classes.bank}>
        {account.bank.name} · {t(`money:accountTypeShort.${account.accountType}`)} · {account.accountAddress}
      </span>
      {showsWait && account.heldUntil && (
        <span className={classes.held}>
          {t('pause:account.short')} <WaitUntil until={new Date(account.heldUntil)} />
        </span>
      )}
    </span>
  )
}
