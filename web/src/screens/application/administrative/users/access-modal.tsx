/** Access to an account: sign-in methods, history of officers' actions, and available actions. */
import { Alert, Anchor, Button, Stack, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AccessAction, AccountAccess } from '@tunjo/contract/account-access'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountAccessQuery, changeAccess } from '../../../../api/account-access.ts'
import { errorText } from '../../../../api/error-text.ts'
import { AccountStateBadge } from '../../../../parts/account-state-badge.tsx'
import { personPage } from '../../../../parts/person-page.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'
import classes from './access-modal.module.css'

interface AccessModalProps {
  account: { readonly id: string; readonly email: string } | null
  onClose: () => void
}

export function AccessModal({ account, onClose }: AccessModalProps) {
  const { t } = useTranslation('staff')
  return (
    <Modal opened={account !== null} onClose={onClose} title={account ? t('access.title', { email: account.email }) : ''}>
      {account && <Access key={account.id} id={account.id} />}
    </Modal>
  )
}

function Access({ id }: { id: string }) {
  const access = useQuery(accountAccessQuery(id))
  const [acting, setActing] = useState<AccessAction | null>(null)
  if (access.isLoadingError) return <ErrorState message={errorText(access.error)} onRetry={() => void access.refetch()} />
  if (!access.data) return <RowsSkeleton rows={5} />
  if (acting) return <Acting id={id} action={acting} onEnd={() => setActing(null)} />
  return <Facts access={access.data} onAct={setActing} />
}

function Facts({ access, onAct }: { access: AccountAccess; onAct: (action: AccessAction) => void }) {
  const { t } = useTranslation('staff')
  const { userId, isOfficer, mayChange, history } = access
  const mayReadPerson = useAccount()?.permissions.includes('kyc.read') ?? false
  return (
    <Stack>
      <Summary label={t('access.facts')} lines={linesOf(access, t)} />
      {!isOfficer && mayReadPerson && (
        <Anchor component={Link} to={personPage(userId)} size="sm">
          {t('access.personPage')}
        </Anchor>
      )}
      {mayChange ? (
        <section aria-label={t('access.actions')} className={classes.actions}>
          {actionsFor(access).map((action) => (
            <Button key={action} variant="default" onClick={() => onAct(action)}>
              {t(`access.act.${action}`)}
            </Button>
          ))}
        </section>
      ) : (
        <Alert color="gray" role="note">
          {t('access.readOnly')}
        </Alert>
      )}
      <Title order={3} size="h5">
        {t('access.history')}
      </Title>
      {history.length === 0 ? <p className={classes.quiet}>{t('access.historyEmpty')}</p> : <History history={history} />}
    </Stack>
  )
}

function History({ history }: Pick<AccountAccess, 'history'>) {
  const { t } = useTranslation('staff')
  return (
    <ol className={classes.history}>
      {history.map(({ action, at, officer, second, reason }) => (
        <li key={at + action}>
          <strong>{t(`access.was.${action}`)}</strong> <DateTime value={new Date(at)} />
          <p className={classes.reason}>{reason}</p>
          <span className={classes.quiet}>{second ? t('access.byTwo', { officer, second }) : officer}</span>
        </li>
      ))}
    </ol>
  )
}

function Acting({ id, action, onEnd }: { id: string; action: AccessAction; onEnd: () => void }) {
  const { t } = useTranslation('staff')
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: (reason: string) => changeAccess(action, id, reason),
    onSuccess: () => {
      if (action !== 'unblock' && action !== 'reset_factors') toast.success(t(`access.done.${action}`))
      onEnd()
    },
    onSettled: () =>
      Promise.all([['account-access'], ['staff'], ['reports', 'users']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  return (
    <Stack>
      <Title order={3} size="h5">
        {t(`access.act.${action}`)}
      </Title>
      <Alert color="amber" role="note">
        {t(`access.text.${action}`)}
      </Alert>
      <ReasonForm<'act'>
        label={t('access.reason')}
        isBusy={changing.isPending}
        failure={changing.error}
        onAct={(_act, reason) => changing.mutate(reason)}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={onEnd}>
              {t('access.back')}
            </Button>
            <Button onClick={() => act('act')}>{t(`access.do.${action}`)}</Button>
          </>
        )}
      </ReasonForm>
    </Stack>
  )
}

/** Actions that the state of the account permits; the server checks again. */
const actionsFor = ({ state, hasApp, passkeys }: AccountAccess): readonly AccessAction[] => {
  const factors = hasApp || passkeys > 0 ? (['reset_factors'] as const) : []
  return state === ACCOUNT_STATE.suspended ? ['unblock', ...factors] : ['block', 'freeze', 'end_sessions', ...factors]
}

function linesOf(access: AccountAccess, t: TFunction<'staff'>): SummaryLine[] {
  const { state, activatedAt, lastSignInAt, frozenAt, hasApp, passkeys, liveSessions, withdrawalsHeldUntil } = access
  const day = (at: string) => <DateTime value={new Date(at)} />
  return [
    { name: t('state'), value: <AccountStateBadge state={state}>{t(`states.${state}`)}</AccountStateBadge> },
    { name: t('access.activated'), value: activatedAt ? day(activatedAt) : t('access.notActivated') },
    { name: t('lastSignInAt'), value: lastSignInAt ? day(lastSignInAt) : t('never') },
    { name: t('access.sessions'), value: String(liveSessions) },
    { name: t('access.app'), value: t(hasApp ? 'access.yes' : 'access.no') },
    { name: t('access.passkeys'), value: String(passkeys) },
    ...(frozenAt ? [{ name: t('access.frozen'), value: day(frozenAt) }] : []),
    ...(withdrawalsHeldUntil ? [{ name: t('access.held'), value: day(withdrawalsHeldUntil) }] : []),
  ]
}
