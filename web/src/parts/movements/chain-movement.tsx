/** Steps and facts of an on-chain movement: a token deposit, a swap. */
import { Anchor } from '@mantine/core'
import { MOVEMENT_STATE_GROUP, type MovementDetail } from '@tunjo/contract/movements'
import { balanceUnits } from '@tunjo/contract/wallets'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../ui/amount.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Hash, shorten } from '../../ui/hash.tsx'
import { MoneyTimeline, type TimelineStep } from '../../ui/money-timeline.tsx'
import { Summary, type SummaryLine } from '../../ui/summary.tsx'
import { MovementState } from './movement-state.tsx'

export function ChainMovement({ movement }: { movement: MovementDetail }) {
  const { t } = useTranslation(['record', 'money'])
  const { id, rail, asset, amount, received, state, stateGroup, createdAt, place, reference } = movement
  const lines: SummaryLine[] = [
    { name: t(received ? 'record:sold' : 'record:amount'), value: <Amount value={balanceUnits(asset, amount)} asset={asset} /> },
    ...(received
      ? [{ name: t('record:bought'), value: <Amount value={balanceUnits(received.asset, received.amount)} asset={received.asset} /> }]
      : []),
    { name: t('record:state'), value: <MovementState state={state} group={stateGroup} /> },
    { name: t('record:date'), value: <DateTime value={new Date(createdAt)} /> },
    { name: t('record:rail'), value: t(`record:rails.${rail}`) },
    ...(place ? [{ name: t('record:address'), value: <Hash value={place} what={t('money:crypto.address')} /> }] : []),
    ...(reference
      ? [
          {
            name: t('record:transaction'),
            value: (
              <Anchor href={`/explorer/tx/${reference}`} translate="no">
                {shorten(reference)}
              </Anchor>
            ),
          },
        ]
      : []),
    { name: t('money:detail.id'), value: <Hash value={id} what={t('money:detail.what')} /> },
  ]
  return (
    <>
      <MoneyTimeline label={t('money:steps.label')} steps={stepsOf(movement, t)} />
      <Summary lines={lines} />
    </>
  )
}

/** Past states only: the last step is the current one, unless the movement ended. */
function stepsOf({ timeline }: MovementDetail, t: TFunction<['record', 'money']>): TimelineStep[] {
  return timeline.map(({ state, at, note }, index) => {
    const group = MOVEMENT_STATE_GROUP[state]
    const isLast = index === timeline.length - 1
    return {
      key: `${index}`,
      title: t(`record:states.${state}`),
      state: !isLast || group === 'complete' ? 'done' : group === 'failed' ? 'failed' : 'active',
      at: new Date(at),
      text: note,
    }
  })
}
