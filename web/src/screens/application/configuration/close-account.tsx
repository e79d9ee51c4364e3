/** Account closing: data that are deleted, data that the law retains, and a confirmation against mistakes. */
import { Alert, Anchor, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { closeAccount } from '../../../api/credentials.ts'
import { errorText, hasCode } from '../../../api/error-text.ts'
import { retentionQuery } from '../../../api/retention.ts'
import { Card } from '../../../ui/card.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import classes from './configuration.module.css'
import { FoldedForm } from './folded-form.tsx'
import { FormButtons } from './form-buttons.tsx'
import { refusedAt } from './refused-at.ts'
import { unlessCancelled } from './unless-cancelled.ts'

const refusedField = refusedAt({ 'identity.current_password_wrong': 'password' })

export function CloseAccount() {
  const { t } = useTranslation('configuration')
  const { data: retention } = useQuery(retentionQuery)
  return (
    <Card title={t('close.title')}>
      <div className={classes.stack}>
        <p className={classes.text}>{t('close.text')}</p>
        <div>
          <p className={classes.text}>{t('close.keptTitle')}</p>
          <ul className={classes.kept}>
            <li>{t('close.keptLaw')}</li>
            <li>{retention ? t('close.keptDocuments', { years: retention.years }) : t('close.keptDocumentsUnknown')}</li>
            <li>{t('close.keptRecord')}</li>
          </ul>
        </div>
        <p className={classes.quiet}>{t('close.rest')}</p>
        <div className={classes.folded}>
          <FoldedForm action={t('close.open')}>{(close) => <CloseForm onCancel={close} />}</FoldedForm>
        </div>
      </div>
    </Card>
  )
}

function CloseForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('configuration')
  const { history } = useRouter()
  const word = t('close.word')
  const form = useZodForm({
    schema: z.object({ password: z.string().min(1), word: z.string().refine((text) => text.trim().toUpperCase() === word) }),
    initial: { password: '', word: '' },
    refusedField,
    explain: ({ field }) => (field === 'word' ? t('close.wordWrong', { word }) : undefined),
    submit: async ({ password }) => {
      if (await unlessCancelled(closeAccount(password))) history.push('/logout?cuenta=cerrada')
    },
  })
  return (
    <form {...form.props}>
      <PasswordInput
        label={t('close.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...form.text('password')}
      />
      <TextInput mt="md" mb="md" label={t('close.wordLabel', { word })} autoComplete="off" {...form.text('word')} />
      <Refused failure={form.failure} />
      <FormButtons submit={t('close.submit')} color="red" isSubmitting={form.isSubmitting} onCancel={onCancel} />
    </form>
  )
}

/** The server gives the reason; where the person can resolve it, a link is below. */
function Refused({ failure }: { failure: unknown }) {
  const { t } = useTranslation('configuration')
  if (failure === null) return null
  return (
    <Alert color="red" role="alert" title={t('close.refused')} mb="md">
      {errorText(failure)}{' '}
      {hasCode(failure, 'identity.account_not_empty') && (
        <>
          <Anchor component={Link} to="/application/wallets" underline="always" inherit>
            {t('close.wallets')}
          </Anchor>{' '}
          ·{' '}
          <Anchor component={Link} to="/application/record" underline="always" inherit>
            {t('close.record')}
          </Anchor>
        </>
      )}
    </Alert>
  )
}
