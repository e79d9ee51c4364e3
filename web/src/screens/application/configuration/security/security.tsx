/** Security settings: password, e-mail, second factors. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { factorsQuery } from '../../../../api/factors.ts'
import { HoldNotice } from '../../../../parts/payout-wait/hold-notice.tsx'
import { Card } from '../../../../ui/card.tsx'
import classes from '../configuration.module.css'
import { Loaded } from '../loaded.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RecoveryCodesModal } from './recovery-codes-modal.tsx'

export function Security() {
  const { t } = useTranslation('security')
  const factors = useQuery(factorsQuery)
  /** Shown once: only here, until the person confirms that they are stored. */
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      <HoldNotice />
      <Card title={t('access')}>
        <div>
          <ChangePassword />
          <ChangeEmail />
        </div>
      </Card>
      <Card title={t('factors')}>
        <div className={classes.stack}>
          <p className={classes.quiet}>{t('factorsText')}</p>
          <Loaded query={factors}>
            {({ totp, passkeys, recoveryCodesLeft, required }) => (
              <div>
                {required && totp === null && passkeys.length === 0 && (
                  <Alert color="amber" role="status" mb="md">
                    {t('factorsRequired')}
                  </Alert>
                )}
                <AuthenticatorApp addedAt={totp?.addedAt ?? null} onCodes={setCodes} />
                <Passkeys passkeys={passkeys} onCodes={setCodes} />
                {(totp !== null || passkeys.length > 0) && <RecoveryCodes left={recoveryCodesLeft} onCodes={setCodes} />}
              </div>
            )}
          </Loaded>
        </div>
      </Card>
      <RecoveryCodesModal codes={codes} onKept={() => setCodes(null)} />
    </>
  )
}
