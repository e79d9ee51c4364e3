/** The payment provider's two documents, which every payer has to accept. */
import { Anchor, Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { termsQuery } from '../../api/payments.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { MarkedPhrase } from '../../ui/marked-phrase.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'

export interface Acceptance {
  policy: boolean
  personalData: boolean
}

interface DepositTermsProps {
  value: Acceptance
  onChange: (value: Acceptance) => void
  error: string | null
}

export function DepositTerms({ value, onChange, error }: DepositTermsProps) {
  const { t } = useTranslation('money')
  const terms = useQuery(termsQuery)
  if (terms.isPending) return <BlockSkeleton height={72} />
  if (terms.isLoadingError) return <ErrorState message={t('deposit.termsFailed')} onRetry={() => void terms.refetch()} />
  return (
    <Stack gap="xs">
      <Checkbox
        size="sm"
        checked={value.policy}
        onChange={(event) => onChange({ ...value, policy: event.currentTarget.checked })}
        error={!value.policy && error}
        label={<MarkedPhrase text={t('deposit.policy')} mark={(part) => <DocumentLink url={terms.data.policyUrl}>{part}</DocumentLink>} />}
      />
      <Checkbox
        size="sm"
        checked={value.personalData}
        onChange={(event) => onChange({ ...value, personalData: event.currentTarget.checked })}
        error={!value.personalData && error}
        label={
          <MarkedPhrase
            text={t('deposit.personalData')}
            mark={(part) => <DocumentLink url={terms.data.personalDataUrl}>{part}</DocumentLink>}
          />
        }
      />
    </Stack>
  )
}

const DocumentLink = ({ url, children }: { url: string; children: string }) => (
  <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit underline="always">
    {children}
  </Anchor>
)
