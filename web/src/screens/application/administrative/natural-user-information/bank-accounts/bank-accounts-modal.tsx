/** Current and earlier bank accounts of a person (ADM-06), mismatches first. Read-only: only the owner changes an account. */
import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UserBankAccounts } from '@tunjo/contract/payments-officers'
import { useTranslation } from 'react-i18next'
import { accountsOfQuery } from '../../../../../api/compliance.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { movementPage } from '../../../../../parts/movements/movement-page.ts'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { AccountItem } from './account-item.tsx'
import classes from './bank-accounts.module.css'

export function BankAccountsModal({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation('bank-review')
  const found = useQuery(accountsOfQuery(userId))
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg">
      {found.isLoadingError && <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={4} />}
      {found.data && <Accounts userId={userId} found={found.data} />}
    </Modal>
  )
}

function Accounts({ userId, found }: { userId: string; found: UserBankAccounts }) {
  const { t } = useTranslation('bank-review')
  const { holder, blocks, accounts, otherPayers } = found
  return (
    <Stack gap="md">
      {blocks.length > 0 && (
        <Alert color="red" title={t('blocked')}>
          <ul className={classes.plainList}>
            {blocks.map(({ cause, until }) => (
              <li key={cause}>
                {t(`blocks.${cause}`)}
                {until && (
                  <>
                    {' '}
                    {t('until')} <DateTime value={new Date(until)} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {holder && <p className={classes.holder}>{t('verified', { ...holder })}</p>}
      {accounts.length === 0 && <EmptyState title={t('none')} />}
      {accounts.length > 0 && (
        <ul className={classes.list} aria-label={t('title')}>
          {accounts.map((account) => (
            <AccountItem key={account.id} userId={userId} account={account} blocks={blocks} />
          ))}
        </ul>
      )}
      {otherPayers.length > 0 && <OtherPayers payers={otherPayers} />}
    </Stack>
  )
}

function OtherPayers({ payers }: { payers: UserBankAccounts['otherPayers'] }) {
  const { t } = useTranslation('bank-review')
  return (
    <section aria-label={t('others.title')}>
      <h3 className={classes.heading}>{t('others.title')}</h3>
      <ul className={classes.list}>
        {payers.map(({ transactionId, at, isOpen, name, document, bank, number }) => {
          const page = movementPage({ rail: 'BANK', isDeposit: true, id: transactionId })
          return (
            <li key={transactionId} className={classes.payer}>
              <StatusBadge kind={isOpen ? 'failed' : 'neutral'}>{t(isOpen ? 'others.open' : 'others.decided')}</StatusBadge>
              <span className={classes.words}>{[name, document, bank, number].filter((part) => part).join(' · ')}</span>
              <Link to={page.to} search={page.search}>
                {t('others.deposit')} <DateTime value={new Date(at)} />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
