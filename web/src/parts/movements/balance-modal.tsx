/** Balance with its holds and their reasons, and its ledger entries, newest first. */
import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { balanceUnits } from '@tunjo/contract/wallets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { balanceEntriesQuery, balanceHoldsQuery } from '../../api/movements.ts'
import { Amount } from '../../ui/amount.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Pages } from '../../ui/pages.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Summary } from '../../ui/summary.tsx'
import { BalanceLines } from './balance-lines.tsx'
import { holdReason } from './hold-reason.ts'

export function BalanceModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['record', 'money'])
  const [asset, setAsset] = useState<AssetCode>('COP')
  return (
    <Modal opened onClose={onClose} title={t('money:portfolio.why')}>
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={t('record:asset')}
          value={asset}
          onChange={(value) => setAsset(ASSET_CODES.find((code) => code === value) ?? 'COP')}
          data={[...ASSET_CODES]}
        />
        <Lines key={asset} asset={asset} onLeave={onClose} />
      </Stack>
    </Modal>
  )
}

function Lines({ asset, onLeave }: { asset: AssetCode; onLeave: () => void }) {
  const { t } = useTranslation('record')
  const [holdsIndex, setHoldsIndex] = useState(0)
  const pages = useInfiniteQuery(balanceEntriesQuery(asset))
  const further = useQuery({ ...balanceHoldsQuery(asset, holdsIndex), enabled: holdsIndex > 0 })
  if (pages.isPending) return <RowsSkeleton rows={5} />
  if (pages.isLoadingError) return <ErrorState message={errorText(pages.error)} onRetry={() => void pages.refetch()} />
  const [first] = pages.data.pages
  const entries = pages.data.pages.flatMap((page) => page.entries)
  if (!first || entries.length === 0) return <p>{t('why.nothing', { asset })}</p>
  // The first page is part of the answer with the entries; a page that became empty gives way to it, and one that was not read does not.
  const isFailed = holdsIndex > 0 && further.isLoadingError
  const shown = holdsIndex === 0 ? first : (further.data ?? first)
  const holds = isFailed ? [] : shown.holds.length > 0 ? shown.holds : first.holds
  const amount = (text: string) => <Amount value={balanceUnits(asset, text)} asset={asset} />
  return (
    <>
      <Summary
        label={t('why.summary')}
        lines={[
          { name: t('why.balance'), value: amount(first.balance), strong: true },
          { name: t('why.available'), value: amount(first.available) },
          ...holds.map(({ id, amount: held, code, movementId }) => ({
            key: id,
            name: t('why.held', { what: t(`why.reason.${holdReason(code)}`) }),
            value: (
              <span>
                {amount(held)}{' '}
                {movementId && (
                  <Link to="/application/record" search={{ movement: movementId }} onClick={onLeave}>
                    {t('see')}
                  </Link>
                )}
              </span>
            ),
          })),
        ]}
      />
      {isFailed && <ErrorState message={errorText(further.error)} onRetry={() => void further.refetch()} />}
      <Pages current={holdsIndex + 1} total={shown.holdsPages} onChange={(page) => setHoldsIndex(page - 1)} />
      <BalanceLines title={t('why.lines')} entries={entries} />
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
