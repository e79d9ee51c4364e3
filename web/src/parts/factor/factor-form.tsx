/** Second factor form, the best method first, with a way to use another: to sign in, or to approve a call. */
import { Alert, Anchor, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { PasskeyOptions } from '@tunjo/contract/identity'
import type { StepUpMethod } from '@tunjo/contract/step-up'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { canUsePasskeys } from '../../api/passkey.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { PasskeyProof } from './passkey-proof.tsx'
import { RecoveryProof } from './recovery-proof.tsx'
import { ResendCode } from './resend-code.tsx'

export interface FactorProof<M> {
  method: M
  code?: string
  passkey?: Record<string, unknown>
}
interface FactorFormProps<M> {
  methods: readonly M[]
  passkey: PasskeyOptions | null
  /** Masked mailbox of the mailed code. */
  sentTo?: string | null
  /** Rejects with the server's refusal, which is shown next to the field. */
  prove: (proof: FactorProof<M>) => Promise<unknown>
  resend?: () => Promise<unknown>
}

export function FactorForm<M extends StepUpMethod>({ methods, passkey, sentTo, prove, resend }: FactorFormProps<M>) {
  const { t } = useTranslation('factor')
  const possible = methods.filter((method) => method !== 'passkey' || (passkey !== null && canUsePasskeys()))
  const [method, setMethod] = useState<M | undefined>(possible[0])
  const shown: StepUpMethod | undefined = method
  // A wrong code clears the field: the next one is typed, not corrected.
  const [tries, setTries] = useState(0)
  const proving = useMutation({ mutationFn: prove, onError: () => setTries((count) => count + 1) })
  const refusal = proving.isError ? errorText(proving.error) : null
  const isBusy = proving.isPending || proving.isSuccess

  function choose(other: M): void {
    proving.reset()
    setMethod(other)
  }

  return (
    <Stack>
      {!method && <Alert color="red">{t('nonePossible')}</Alert>}
      {method === 'passkey' && passkey && (
        <PasskeyProof
          options={passkey}
          isBusy={isBusy}
          refusal={refusal}
          onAnswer={(answer) => proving.mutate({ method, passkey: answer })}
        />
      )}
      {method && (shown === 'totp' || shown === 'mail') && (
        <CodeField
          key={`${shown}${tries}`}
          label={t(`${shown}.label`)}
          description={shown === 'mail' && sentTo ? t('mail.sentTo', { mailbox: sentTo }) : t(`${shown}.hint`)}
          error={refusal}
          disabled={isBusy}
          onComplete={(code) => proving.mutate({ method, code })}
        />
      )}
      {method === 'recovery' && <RecoveryProof isBusy={isBusy} refusal={refusal} onCode={(code) => proving.mutate({ method, code })} />}
      {method === 'mail' && resend && <ResendCode resend={resend} />}
      {possible.filter((other) => other !== method).length > 0 && (
        <Stack gap="xs" align="flex-start">
          {possible
            .filter((other) => other !== method)
            .map((other) => (
              <Anchor key={other} component="button" type="button" size="sm" underline="always" onClick={() => choose(other)}>
                {t(`${other}.choose`)}
              </Anchor>
            ))}
        </Stack>
      )}
    </Stack>
  )
}
