/** Notice for a person whose verified document PSE does not accept: shown before an amount is typed, with the alternatives. */
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
