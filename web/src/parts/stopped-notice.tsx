/** Notice of stalled operations above the officers' work, with a link to them. Empty without any. */
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stoppedQuery } from '../api/stopped-operations.ts'
import { useAccount } from '../session.ts'

const FIRST = stoppedQuery({ pageIndex: 0, size: 1 })

export function StoppedNotice() {
  const { t } = useTranslation('stopped')
  const mayRead = useAccount()?.permissions.includes('treasury.read') ?? false
  const total = useQuery({ ...FIRST, enabled: mayRead }).data?.total ?? 0
  if (total === 0) return null
  return (
    <Alert color="red" role="status" mb="md">
      {t('notice', { count: total })}{' '}
      <Anchor component={Link} to="/application/administrative/financial/stopped">
        {t('seeAll')}
      </Anchor>
    </Alert>
  )
}
