/** /application/record, 'Historial' (MON-03): all bank movements; filters, page and open movement live in the address. */
import { Button, Select } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FiatTransaction, STATE_GROUPS } from '@tunjo/contract/payments'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FiatMovements } from '../../../parts/movements/fiat-movements.tsx'
import { MovementModal } from '../../../parts/movements/movement-modal.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { formatDate } from '../../../ui/date-time.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pages } from '../../../ui/pages.tsx'
import classes from './record.module.css'
import { type RecordSearch, readSearch } from './record-search.ts'

/** MON-03. */
const PAGE_SIZE = 10
const COLUMNS = ['date', 'kind', 'destination', 'state', 'amount'] as const

export default function RecordScreen() {
  const { t } = useTranslation(['record', 'money'])
  const navigate = useNavigate()
  const search = readSearch(useSearch({ strict: false }))
  const isFiltered = search.kind !== 'ALL' || search.state !== undefined

  function show(change: Partial<RecordSearch>): void {
    const { kind, state, page, movement } = { ...search, ...change }
    void navigate({ to: '.', search: { kind: kind === 'ALL' ? undefined : kind, state, page: page === 1 ? undefined : page, movement } })
  }

  return (
    <>
      <PageHeader title={t('record:title')} text={t('record:text')} />
      <Card>
        <Filters search={search} onShow={show} />
        <FiatMovements
          label={t('record:title')}
          request={{ kind: search.kind, stateGroup: search.state, pageIndex: search.page - 1, size: PAGE_SIZE }}
          columns={COLUMNS}
          extraColumns={[seeColumn(t, show)]}
          footer={(_rows, pageCount) => <Pages current={search.page} total={pageCount} onChange={(page) => show({ page })} />}
          empty={
            isFiltered ? (
              <EmptyState
                icon={<IconFilterOff size={26} />}
                title={t('record:emptyTitle')}
                text={t('record:emptyText')}
                action={
                  <Button variant="default" size="sm" onClick={() => show({ kind: 'ALL', state: undefined, page: 1 })}>
                    {t('record:clear')}
                  </Button>
                }
              />
            ) : undefined
          }
        />
      </Card>
      <MovementModal id={search.movement ?? null} onClose={() => show({ movement: undefined })} />
    </>
  )
}

type Show = (change: Partial<RecordSearch>) => void

function Filters({ search, onShow }: { search: RecordSearch; onShow: Show }) {
  const { t } = useTranslation(['record', 'money'])
  return (
    <div className={classes.filters}>
      <Select
        label={t('record:kind')}
        size="sm"
        allowDeselect={false}
        value={search.kind}
        onChange={(kind) => onShow({ ...readSearch({ ...search, kind }), page: 1 })}
        data={[
          { value: 'ALL', label: t('record:allKinds') },
          { value: 'DEPOSIT', label: t('record:deposits') },
          { value: 'WITHDRAWAL', label: t('record:withdrawals') },
        ]}
      />
      <Select
        label={t('record:state')}
        size="sm"
        allowDeselect={false}
        value={search.state ?? 'all'}
        onChange={(state) => onShow({ ...readSearch({ ...search, state }), page: 1 })}
        data={['all' as const, ...STATE_GROUPS].map((group) => ({ value: group, label: t(`money:group.${group}`) }))}
      />
    </div>
  )
}

const seeColumn = (t: TFunction<['record', 'money']>, onShow: Show): Column<FiatTransaction> => ({
  key: 'see',
  header: t('money:list.see'),
  hiddenHeader: true,
  align: 'right',
  render: ({ transactionId, kind, creationDate }) => (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.see}
      aria-label={t('record:seeLabel', { kind: t(`money:kind.${kind}`), date: formatDate(new Date(creationDate)) })}
      onClick={() => onShow({ movement: transactionId })}
    >
      {t('money:list.see')}
    </Button>
  ),
})
