/** "Reclamo en trámite" (Ley 1581 de 2012, art. 15.2): shown with the person's data while a claim about them is open. */
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isClaim } from '@tunjo/contract/data-requests'
import { useTranslation } from 'react-i18next'
import { personDataRequestsQuery } from '../../../../api/officer-data-requests.ts'
import { useAccount } from '../../../../session.ts'

export function ClaimLegend({ userId }: { userId: string }) {
  const { t } = useTranslation('data-requests')
  const account = useAccount()
  const mayRead = (account?.permissions ?? []).includes('privacy.read') && account?.id !== userId
  const { data } = useQuery({ ...personDataRequestsQuery(userId), enabled: mayRead })
  if (!data?.hasClaimUnderWay) return null
  const claims = data.results.filter(({ kind, endedAt }) => isClaim(kind) && endedAt === null)
  return (
    <Alert color="amber" role="note" title={t('legend.title')}>
      {t('legend.text')}{' '}
      {claims.map(({ id, kind, number }) => (
        <Anchor
          key={id}
          renderRoot={(props) => <Link to="/application/administrative/data-requests" search={{ solicitud: id }} {...props} />}
        >
          {t('rowTitle', { kind: t(`kinds.${kind}`), number })}
        </Anchor>
      ))}
    </Alert>
  )
}
