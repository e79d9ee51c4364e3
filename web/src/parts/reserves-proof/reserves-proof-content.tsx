/** Check on the customer's device that their balance is included in Tunjo's published liabilities. */
import { Alert, Anchor, Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { ReservesProof } from '@tunjo/contract/closings'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { PUBLISHED_PATH, publishedClosings, reservesProof } from '../../api/reserves-proof.ts'
import { useAccount } from '../../session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/date-time.tsx'
import { Hash } from '../../ui/hash.tsx'
import { saveFile } from '../../ui/server-table/save-file.ts'
import { Summary } from '../../ui/summary.tsx'
import { checkProof, type Verdict } from './check-proof.ts'

export function ReservesProofContent() {
  const { t } = useTranslation('wallets')
  const accountId = useAccount()?.id ?? ''
  const checking = useMutation({
    mutationFn: async () => {
      const proof = await reservesProof()
      // Fetched afterwards: a day closed meanwhile would be missing in an earlier list.
      const published = await publishedClosings()
      return { proof, verdict: await checkProof(proof, { accountId, published }) }
    },
  })
  return (
    <Card title={t('reserves.title')}>
      <Stack>
        <p style={{ margin: 0 }}>{t('reserves.text')}</p>
        {checking.error && (
          <Alert color="amber" role="alert">
            {errorText(checking.error)}
          </Alert>
        )}
        {checking.data && <Checked {...checking.data} />}
        <Group>
          <Button variant="default" loading={checking.isPending} onClick={() => checking.mutate()}>
            {t('reserves.check')}
          </Button>
          {checking.data && (
            <Button variant="default" onClick={() => saveProof(checking.data.proof)}>
              {t('reserves.save')}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

const VERDICTS = { right: 'reserves.right', wrong: 'reserves.wrong', 'not-published': 'reserves.notPublished' } as const

function Checked({ proof, verdict }: { proof: ReservesProof; verdict: Verdict }) {
  const { t } = useTranslation('wallets')
  const day = formatDate(startOfBogotaDay(proof.day), 'day')
  return (
    <>
      <Alert color={verdict === 'right' ? 'green' : 'red'} role="status">
        {t(VERDICTS[verdict], { day })}
      </Alert>
      <Summary
        label={t('reserves.title')}
        lines={[
          { name: t('reserves.account'), value: <Hash value={proof.account} what={t('reserves.theAccount')} /> },
          ...ASSET_CODES.filter((asset) => proof.balance[asset] !== '0').map((asset) => ({
            name: t('reserves.yours', { asset }),
            value: <Amount value={BigInt(proof.balance[asset])} asset={asset} />,
            strong: true,
          })),
          ...ASSET_CODES.map((asset: AssetCode) => ({
            name: t('reserves.all', { asset }),
            value: <Amount value={BigInt(proof.totals[asset])} asset={asset} />,
          })),
          { name: t('reserves.root'), value: <Hash value={proof.root} what={t('reserves.theRoot')} /> },
        ]}
      />
      <p style={{ margin: 0 }}>
        {t('reserves.compare')}{' '}
        <Anchor href={PUBLISHED_PATH} target="_blank" rel="noopener" underline="always" inherit>
          {t('reserves.published')}
        </Anchor>
      </p>
    </>
  )
}

/** Complete data, for customers who verify with another program. */
const saveProof = (proof: ReservesProof): void =>
  saveFile(new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }), `tunjo-prueba-de-reservas-${proof.day}.json`)
