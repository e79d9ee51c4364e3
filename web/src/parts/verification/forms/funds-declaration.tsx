/** Declaration of the lawful origin of funds: only Yes lets the form be sent, and No shows an explanation (KYC-10). */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { YesNo } from '../yes-no.tsx'
import classes from './forms.module.css'

interface FundsDeclarationProps {
  label: string
  name: string
  value: boolean | null
  onChange: (answer: boolean) => void
  disabled: boolean
}

export function FundsDeclaration(props: FundsDeclarationProps) {
  const { t } = useTranslation('verification-forms')
  return (
    <>
      <YesNo {...props} />
      {props.value === false && (
        <Alert color="amber" role="alert" title={t('funds.noTitle')}>
          <p className={classes.note}>{t('funds.no')}</p>
          <Anchor component={Link} to="/contact-us" underline="always">
            {t('funds.contact')}
          </Anchor>
        </Alert>
      )}
    </>
  )
}
