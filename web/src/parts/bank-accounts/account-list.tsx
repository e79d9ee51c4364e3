/** Bank accounts of the person, to choose one (inside a form) or to manage them (page Cuentas). BANK-01, BANK-02. */
import { Button } from '@mantine/core'
import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BankAccount } from '@tunjo/contract/payments'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { accountsQuery } from '../../api/payments.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorDialog } from '../error-dialog.tsx'
import type { TypedAccount } from './account-form-modal.tsx'
import classes from './account-list.module.css'
import { AccountRow } from './account-row.tsx'
import { AccountSelect } from './account-select.tsx'
import { DeleteAccountModal } from './delete-account-modal.tsx'

const AccountFormModal = lazyComponent(async () => (await import('./account-form-modal.tsx')).AccountFormModal, {
  dialog: { close: ({ onClose }) => onClose(), isOpen: ({ opened }) => opened },
})

const MAXIMUM_ACCOUNTS = 3

interface AccountListProps {
  /** Enables choosing: radio buttons, or a collapsed list when there are several. */
  choice?: { accountId: string | null; onChange: (accountId: string | null) => void }
  /** Shows when a new account can be paid, which is irrelevant for a deposit. */
  showsWait?: boolean
}

type Open = { form: 'add' | 'edit' | 'delete'; account: BankAccount | null; typed?: TypedAccount } | null
/** A refused form reopens with the typed values. */
type Failure = { error: unknown; back: Open }

export function AccountList({ choice, showsWait = true }: AccountListProps) {
  const { t } = useTranslation('money')
  const accounts = useQuery(accountsQuery)
  const [open, setOpen] = useState<Open>(null)
  const group = useId()

  if (accounts.isPending) return <RowsSkeleton rows={2} />
  if (accounts.isLoadingError) return <ErrorState message={errorText(accounts.error)} onRetry={() => void accounts.refetch()} />

  const isFull = accounts.data.length >= MAXIMUM_ACCOUNTS
  const isCompact = choice !== undefined && accounts.data.length > 1
  const add = () => setOpen({ form: 'add', account: null })
  const actions = {
    onEdit: (account: BankAccount) => setOpen({ form: 'edit', account }),
    onDelete: (account: BankAccount) => setOpen({ form: 'delete', account }),
  }
  const addButton = (
    <Button variant="light" size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
      {t('accounts.add')}
    </Button>
  )
  return (
    <fieldset className={classes.list}>
      <legend className={choice && !isCompact ? classes.legend : classes.hidden}>{t('accounts.label')}</legend>
      {accounts.data.length === 0 && (
        <EmptyState
          icon={<IconBuildingBank size={26} />}
          title={t('accounts.emptyTitle')}
          text={t('accounts.emptyText')}
          action={addButton}
        />
      )}
      {isCompact ? (
        <AccountSelect {...choice} {...actions} accounts={accounts.data} showsDetails={!showsWait} onAdd={isFull ? null : add} />
      ) : (
        accounts.data.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            choice={choice && { group, isChosen: choice.accountId === account.id, onChoose: () => choice.onChange(account.id) }}
            showsWait={showsWait}
            {...actions}
          />
        ))
      )}
      {isFull && <p className={classes.full}>{t('accounts.full')}</p>}
      {!isFull && !isCompact && accounts.data.length > 0 && <div>{addButton}</div>}
      <AccountDialogs open={open} onOpen={setOpen} choice={choice} />
    </fieldset>
  )
}

interface AccountDialogsProps extends Pick<AccountListProps, 'choice'> {
  open: Open
  onOpen: (open: Open) => void
}

/** Forms above the list, and server refusals. */
function AccountDialogs({ open, onOpen, choice }: AccountDialogsProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const close = () => onOpen(null)
  return (
    <>
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
          onOpen(failure?.back ?? null)
          setFailure(null)
        }}
      />
    </>
  )
}
