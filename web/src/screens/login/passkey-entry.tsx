/** Passkey sign-in: a button, or the browser's list at the e-mail field. */
import { Alert, Button, Divider } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys, promptPasskey } from '../../api/passkey.ts'
import { beginPasskeySignIn, signInByPasskey } from '../../session.ts'
import { EntryProblem } from './entry-problem.tsx'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

export function PasskeyEntry() {
  const { t } = useTranslation('access')
  const [wasClosed, setClosed] = useState(false)
  const entering = useMutation({
    mutationFn: (given: { challengeId: string; passkey: Record<string, unknown> }) => signInByPasskey(given.challengeId, given.passkey),
  })
  const asking = useMutation({
    mutationFn: async () => {
      setClosed(false)
      entering.reset()
      const { challengeId, options } = await beginPasskeySignIn()
      const passkey = await promptPasskey(options)
      if (passkey) entering.mutate({ challengeId, passkey })
      else setClosed(true)
    },
  })
  usePasskeyAutofill(entering.mutate)

  if (!canUsePasskeys()) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={asking.isPending || entering.isPending || entering.isSuccess}
        onClick={() => asking.mutate()}
      >
        {t('login.passkey')}
      </Button>
      {wasClosed && (
        <Alert color="amber" role="alert">
          {t('login.passkeyClosed')}
        </Alert>
      )}
      {(asking.isError || entering.isError) && <EntryProblem error={asking.error ?? entering.error} email="" />}
      <Divider label={t('login.or')} />
    </>
  )
}
