/** Who is verified by a document that PSE does not take: told before an amount is written, with what can be done today. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

export function DocumentNotAccepted() {
  const { t } = useTranslation('money')
  return (
    <Alert color="amber" role="status" title={t('deposit.documentTitle')}>
      <div>{t('deposit.documentText')}</div>
      <Anchor component={Link} to="/contact-us/" inherit underline="always" mt="xs">
        {t('deposit.documentContact')}
      </Anchor>
    </Alert>
  )
}
