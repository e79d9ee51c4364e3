/** Page of a staff invitation: its offer, and a password. No account is created before the confirmation. */
import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { STAFF_ROLE } from '@tunjo/contract/permissions'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../../api/error-text.ts'
import { acceptInvitation, offeredInvitationQuery } from '../../../api/join-team.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { AccessPanel } from '../../../parts/access-panel.tsx'
import { isOfNewPassword, isPasswordShort, NewPasswordField } from '../../../parts/new-password-field.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { usePathParam } from '../../../ui/use-path-param.ts'

export default function JoinTeamScreen() {
  const { t } = useTranslation('join-team')
  const token = usePathParam('token')
  const offered = useQuery(offeredInvitationQuery(token))
  const [isOver, setOver] = useState(false)
  const [hasJoined, setJoined] = useState(false)
  if (hasJoined) return <Joined />
  if (offered.isPending || offered.isLoadingError)
    return (
      <AccessPanel title={t('title')}>
        {offered.isPending ? (
          <RowsSkeleton rows={3} />
        ) : (
          <ErrorState message={errorText(offered.error)} onRetry={() => void offered.refetch()} />
        )}
      </AccessPanel>
    )
  const { invitation } = offered.data
  if (!invitation || isOver) return <Over />
  const roles = invitation.roles.map((role) => STAFF_ROLE[role][currentLanguage()]).join(', ')
  return (
    <AccessPanel title={t('welcome', { name: invitation.name })} lead={t('lead')}>
      <Summary
        label={t('title')}
        lines={[
          { name: t('email'), value: invitation.email },
          { name: t('roles'), value: roles },
        ]}
      />
      <JoinForm token={token} onOver={() => setOver(true)} onJoined={() => setJoined(true)} />
    </AccessPanel>
  )
}

interface JoinFormProps {
  token: string
  onOver: () => void
  onJoined: () => void
}

function JoinForm({ token, onOver, onJoined }: JoinFormProps) {
  const { t } = useTranslation('join-team')
  const [password, setPassword] = useState('')
  const [wasTried, setTried] = useState(false)
  const joining = useMutation({
    mutationFn: () => acceptInvitation(token, password),
    onSuccess: onJoined,
    onError: (error) => {
      if (hasCode(error, 'staff.invitation_over')) onOver()
    },
  })
  const isOfPassword = isOfNewPassword(joining.error)
  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (!isPasswordShort(password)) joining.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <NewPasswordField
        label={t('password')}
        value={password}
        onChange={setPassword}
        refusal={isOfPassword ? errorText(joining.error) : null}
        wasTried={wasTried}
      />
      {joining.isError && !isOfPassword && (
        <Alert color="red" role="alert">
          {errorText(joining.error)}
        </Alert>
      )}
      <Button type="submit" loading={joining.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

function Joined() {
  const { t } = useTranslation('join-team')
  return (
    <AccessPanel isNext title={t('doneTitle')} lead={t('doneText')}>
      <Button component={Link} to="/login">
        {t('signIn')}
      </Button>
    </AccessPanel>
  )
}

function Over() {
  const { t } = useTranslation('join-team')
  return (
    <AccessPanel isNext title={t('title')}>
      <Alert color="red" role="alert">
        {t('expired')}
      </Alert>
    </AccessPanel>
  )
}
