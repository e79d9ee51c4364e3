/** Passkeys: add, rename, remove (ID-09). */
import { Alert } from '@mantine/core'
import { PASSKEYS_MAX, type Passkey } from '@tunjo/contract/factors'
import { useTranslation } from 'react-i18next'
import { supportsPasskeys } from '../../../../api/factors.ts'
import { FoldedForm } from '../folded-form.tsx'
import { Setting } from '../setting.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import classes from './security.module.css'

interface PasskeysProps {
  passkeys: readonly Passkey[]
  onCodes: (codes: readonly string[]) => void
}

export function Passkeys({ passkeys, onCodes }: PasskeysProps) {
  const { t } = useTranslation('security')
  const isFull = passkeys.length >= PASSKEYS_MAX
  return (
    <Setting
      name={t('passkey.title')}
      text={isFull ? t('passkey.full', { maximum: PASSKEYS_MAX }) : t('passkey.text')}
      control={
        supportsPasskeys() &&
        !isFull && <FoldedForm action={t('passkey.add')}>{(close) => <AddPasskey onCodes={onCodes} onClose={close} />}</FoldedForm>
      }
    >
      {!supportsPasskeys() && (
        <Alert role="note" flex="1 0 100%">
          {t('passkey.unsupported')}
        </Alert>
      )}
      {passkeys.length > 0 && (
        <ul className={classes.passkeys} aria-label={t('passkey.title')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </Setting>
  )
}
