/** Why the person's account is blocked, for the officer who answers. Never shown to the person. */
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AccessAction, AccountAccess } from '@tunjo/contract/account-access'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import { accountAccessQuery } from '../../../../../api/account-access.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'

export function ShutAccount({ userId }: { userId: string }) {
  const { t } = useTranslation('conversations')
  const access = useQuery(accountAccessQuery(userId))
  if (access.isPending) return <RowsSkeleton rows={1} />
  if (!access.data) return <ErrorState message={errorText(access.error)} onRetry={() => void access.refetch()} />
  return (
    <Alert color="amber" title={t('shut.title')} mb="md">
      <Status access={access.data} />
      <Reason access={access.data} />
      <p>{t('shut.note')}</p>
      <Anchor component={Link} to="/application/administrative/users" underline="always">
        {t('shut.link')}
      </Anchor>
    </Alert>
  )
}

function Status({ access: { state, frozenAt } }: { access: AccountAccess }) {
  const { t } = useTranslation('conversations')
  if (state === ACCOUNT_STATE.suspended) return <p>{t('shut.suspended')}</p>
  return <p>{frozenAt === null ? t('shut.open') : t('shut.frozen', { at: formatDate(new Date(frozenAt)) })}</p>
}

/** Reason of the last block by an officer; a customer who froze the account used the link of a mail and gave none. */
function Reason({ access: { state, frozenAt, history } }: { access: AccountAccess }) {
  const { t } = useTranslation('conversations')
  const isSuspended = state === ACCOUNT_STATE.suspended
  if (!isSuspended && frozenAt === null) return null
  const action: AccessAction = isSuspended ? 'block' : 'freeze'
  const last = history.find((entry) => entry.action === action && (isSuspended || (frozenAt !== null && entry.at >= frozenAt)))
  if (!last) return isSuspended ? null : <p>{t('shut.own')}</p>
  return <p>{t('shut.reason', { officer: last.officer, at: formatDate(new Date(last.at)), reason: last.reason })}</p>
}
