/** Acceptance of the terms and the data policy at sign-up. */
import { Anchor, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface TermsCheckboxProps {
  label: string
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
  error: string | false
}

export function TermsCheckbox({ label, isAccepted, onChange, error }: TermsCheckboxProps) {
  const { t } = useTranslation('shell')
  return (
    <Checkbox
      label={label}
      description={
        <>
          <Document path="/terms-and-conditions" title={t('title.terms')} /> ·{' '}
          <Document path="/data-policy" title={t('title.dataPolicy')} />
        </>
      }
      checked={isAccepted}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
    />
  )
}

/** Opens another tab, so that the typed values stay. */
const Document = ({ path, title }: { path: string; title: string }) => (
  <Anchor href={path} target="_blank" rel="noopener" underline="always" inherit>
    {title}
  </Anchor>
)
