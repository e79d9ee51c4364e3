/** Blocklist columns: kind, masked value, reason, expiry, hits, and the removal action. */
import { Button } from '@mantine/core'
import type { BlackListEntry } from '@tunjo/contract/blocklist'
import type { TFunction } from 'i18next'
import { group } from '../../../../ui/amount-format.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './black-list.module.css'

const STATE_KINDS = { in_force: 'failed', expired: 'neutral', removed: 'neutral' } as const

export const entryColumns = (
  t: TFunction<'black-list'>,
  onRemove: ((entry: BlackListEntry) => void) | null,
): readonly TableColumn<BlackListEntry>[] => [
  { key: 'kind', header: t('columns.kind'), render: ({ kind }) => t(`kind.${kind}`), isLead: true },
  { key: 'value', header: t('columns.value'), render: ({ masked }) => <strong>{masked}</strong>, isFixed: true },
  { key: 'reason', header: t('columns.reason'), render: ({ reason }) => reason, isLong: true },
  {
    key: 'state',
    header: t('columns.state'),
    render: ({ state, removalWaits }) => (
      <>
        <StatusBadge kind={STATE_KINDS[state]}>{t(`state.${state}`)}</StatusBadge>
        {removalWaits && <span className={classes.note}>{t('waits')}</span>}
      </>
    ),
  },
  { key: 'addedAt', header: t('columns.addedAt'), render: ({ addedAt }) => <DateTime value={new Date(addedAt)} /> },
  {
    key: 'expiresAt',
    header: t('columns.expiresAt'),
    render: ({ expiresAt }) => (expiresAt ? <DateTime value={lastDayBefore(expiresAt)} as="day" /> : t('noEnd')),
  },
  {
    key: 'hits',
    header: t('columns.hits'),
    render: ({ hits, lastHitAt }) => (
      <>
        {group(String(hits))}
        {lastHitAt && (
          <span className={classes.note}>
            {t('lastHit')} <DateTime value={new Date(lastHitAt)} />
          </span>
        )}
      </>
    ),
  },
  ...(onRemove ? [removeColumn(t, onRemove)] : []),
]

const removeColumn = (t: TFunction<'black-list'>, onRemove: (entry: BlackListEntry) => void): TableColumn<BlackListEntry> => ({
  key: 'remove',
  header: t('columns.remove'),
  hiddenHeader: true,
  isFixed: true,
  align: 'right',
  render: (entry) =>
    entry.state === 'in_force' &&
    !entry.removalWaits && (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onRemove(entry)}
        aria-label={t('removeLabel', { kind: t(`kind.${entry.kind}`), value: entry.masked })}
      >
        {t('columns.remove')}
      </Button>
    ),
})

/** An entry expires at the midnight after its last day. */
const lastDayBefore = (end: string): Date => new Date(Date.parse(end) - 1)
