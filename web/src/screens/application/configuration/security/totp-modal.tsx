/** TOTP secret for the app, as a QR code and as text, and the first code that confirms it. */
import { Anchor, Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { confirmTotp } from '../../../../api/factors.ts'
import { FormFailure } from '../../../../parts/form-failure.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { useZodForm } from '../../../../ui/form/use-zod-form.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { BlockSkeleton } from '../../../../ui/skeletons.tsx'
import { refusedAt } from '../refused-at.ts'
import { inGroups } from './in-groups.ts'
import classes from './security.module.css'

export interface Enrolment {
  secret: string
  uri: string
}
interface TotpModalProps {
  enrolment: Enrolment | null
  onClose: () => void
  onConfirmed: (recoveryCodes: readonly string[] | null) => Promise<void>
}

const QR_SIZE = 184
// Loaded on use: only turning the app on needs the QR code.
const QrCode = lazyComponent(async () => (await import('../../../../ui/qr-code.tsx')).QrCode, {
  waiting: <BlockSkeleton height={QR_SIZE} />,
})

const Form = z.object({ code: z.string().regex(/^\s*\d{3}\s?\d{3}\s*$/) })
const refusedField = refusedAt({ 'identity.second_factor_wrong': 'code' })

export function TotpModal({ enrolment, onClose, onConfirmed }: TotpModalProps) {
  const { t } = useTranslation('security')
  return (
    <Modal opened={enrolment !== null} onClose={onClose} title={t('totp.modalTitle')}>
      {enrolment && <Steps enrolment={enrolment} onConfirmed={onConfirmed} />}
    </Modal>
  )
}

function Steps({ enrolment: { secret, uri }, onConfirmed }: Pick<TotpModalProps, 'onConfirmed'> & { enrolment: Enrolment }) {
  const { t } = useTranslation('security')
  const form = useZodForm({
    schema: Form,
    initial: { code: '' },
    refusedField,
    explain: () => t('totp.codeShape'),
    submit: async ({ code }) => onConfirmed((await confirmTotp(code.replaceAll(/\s/g, ''))).recoveryCodes),
  })
  return (
    <form {...form.props}>
      <ol className={classes.steps}>
        <li>{t('totp.step1')}</li>
        <li>
          {t('totp.step2')}
          <div className={classes.qr}>
            <QrCode text={uri} title={t('totp.qr')} size={QR_SIZE} />
          </div>
          <p className={classes.quiet}>{t('totp.secretText')}</p>
          <p className={classes.secret}>
            <code data-secret={secret} translate="no">
              {inGroups(secret)}
            </code>
            <CopyButton text={secret} what={t('totp.secret')} />
          </p>
          <Anchor href={uri} underline="always" size="sm">
            {t('totp.open')}
          </Anchor>
        </li>
        <li>
          {t('totp.step3')}
          <TextInput mt="xs" label={t('totp.code')} inputMode="numeric" autoComplete="one-time-code" maxLength={8} {...form.text('code')} />
        </li>
      </ol>
      <FormFailure failure={form.failure} />
      <Button type="submit" fullWidth mt="md" loading={form.isSubmitting}>
        {t('totp.confirm')}
      </Button>
    </form>
  )
}
