/** Authenticator app codes (TOTP): turn on, turn off (ID-09). */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginTotp, removeTotp } from '../../../../api/factors.ts'
import { formatDate } from '../../../../ui/date-time.tsx'
import { toast } from '../../../../ui/toast.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { Setting } from '../setting.tsx'
import { unlessCancelled } from '../unless-cancelled.ts'
import { type Enrolment, TotpModal } from './totp-modal.tsx'
import { useFactorsChanged } from './use-factors-changed.ts'

interface AuthenticatorAppProps {
  /** Null while it is off. */
  addedAt: string | null
  onCodes: (codes: readonly string[]) => void
}

export function AuthenticatorApp({ addedAt, onCodes }: AuthenticatorAppProps) {
  const { t } = useTranslation('security')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const onChanged = useFactorsChanged()
  const beginning = useMutation({ mutationFn: () => unlessCancelled(beginTotp()), onSuccess: setEnrolment })
  const removing = useMutation({
    mutationFn: () => unlessCancelled(removeTotp()),
    onSuccess: async (removed) => {
      if (!removed) return
      await onChanged()
      toast.success(t('totp.removed'))
    },
  })

  async function confirmed(codes: readonly string[] | null): Promise<void> {
    await onChanged()
    setEnrolment(null)
    if (codes) onCodes(codes)
    toast.success(t('totp.added'))
  }

  return (
    <Setting
      name={t('totp.title')}
      text={addedAt ? t('totp.on', { date: formatDate(new Date(addedAt), 'day') }) : t('totp.off')}
      control={
        addedAt ? (
          <Button variant="default" size="sm" loading={removing.isPending} onClick={() => removing.mutate()}>
            {t('totp.remove')}
          </Button>
        ) : (
          <Button size="sm" loading={beginning.isPending} onClick={() => beginning.mutate()}>
            {t('totp.add')}
          </Button>
        )
      }
    >
      <FailureAlert error={beginning.error ?? removing.error} />
      <TotpModal enrolment={enrolment} onClose={() => setEnrolment(null)} onConfirmed={confirmed} />
    </Setting>
  )
}
