/** Why a sign-in was refused, and the next step. */
import { Alert, Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '@tunjo/contract/errors'
import { useTranslation } from 'react-i18next'
import { resendActivation } from '../../api/access.ts'
import { errorText, hasCode } from '../../api/error-text.ts'

/** Errors for which a password reset is the next step. */
const RESET_HELPS: readonly ErrorCode[] = ['identity.account_frozen', 'identity.reset_required', 'identity.too_many_attempts']
const WE_HELP: readonly ErrorCode[] = ['identity.device_blocked']

export function EntryProblem({ error, email }: { error: unknown; email: string }) {
  const { t } = useTranslation('access')
  const isOneOf = (codes: readonly ErrorCode[]) => codes.some((code) => hasCode(error, code))
  return (
    <Alert color="red" role="alert">
      {errorText(error)}{' '}
      {isOneOf(RESET_HELPS) && (
        <Anchor component={Link} to="/forgot-password" underline="always" inherit>
          {t('login.resetPassword')}
        </Anchor>
      )}
      {isOneOf(WE_HELP) && (
        <Anchor component={Link} to="/contact-us" underline="always" inherit>
          {t('login.contact')}
        </Anchor>
      )}
      {isOneOf(['identity.account_suspended']) && (
        <Anchor component={Link} to="/users/appeal" state={{ email }} underline="always" inherit>
          {t('login.appeal')}
        </Anchor>
      )}
      {isOneOf(['identity.account_closed']) && (
        <Anchor component={Link} to="/sign-up" underline="always" inherit>
          {t('login.signUpAgain')}
        </Anchor>
      )}
      {isOneOf(['identity.not_activated']) && email !== '' && <AnotherLink email={email} />}
    </Alert>
  )
}

/** A button instead of a form, since it is inside the password form. */
function AnotherLink({ email }: { email: string }) {
  const { t } = useTranslation('access')
  const sending = useMutation({ mutationFn: () => resendActivation(email) })
  if (sending.isError) return errorText(sending.error)
  if (sending.isSuccess) return t('resend.sent')
  return (
    <Button variant="default" size="xs" mt="xs" onClick={() => sending.mutate()} loading={sending.isPending}>
      {t('resend.submit')}
    </Button>
  )
}
