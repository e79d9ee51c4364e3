/** Next verification step, or what is awaited, for a person who may not move money yet. */
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import { levelMaximumsQuery } from '../api/limits.ts'
import { useAccount } from '../session.ts'
import { formatCop } from '../ui/amount-format.ts'
import { StepBanner } from './step-banner.tsx'

export function VerifyFirst() {
  const { t } = useTranslation('money')
  const isUnverified = useAccount()?.state === ACCOUNT_STATE.unverified
  const { data: standing = 'open' } = useQuery({
    queryKey: ['kyc', 'standing'],
    // Verified customers, which is most of them, never load it.
    queryFn: async () => (await import('./verification/next-step.ts')).fetchVerificationStatus(),
    enabled: isUnverified,
  })
  const maximums = useQuery({ ...levelMaximumsQuery, enabled: isUnverified })
  if (!isUnverified) return null
  const maximum = maximums.data?.get(1)
  const upTo = t('verifyFirst.open.upTo', { maximum: maximum ? formatCop(maximum) : '$ …' })
  return (
    <StepBanner
      icon={<IconShieldCheck size={28} stroke={1.5} />}
      title={standing === 'open' && !maximums.isError ? upTo : t(`verifyFirst.${standing}.title`)}
      text={t(`verifyFirst.${standing}.text`)}
      action={
        // An answered survey redirects automatically.
        <Button component={Link} to="/postregister/" variant={standing === 'sent' ? 'default' : 'filled'}>
          {t(`verifyFirst.${standing}.action`)}
        </Button>
      }
    />
  )
}
