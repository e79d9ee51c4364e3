/** /application/administrative/black-list, 'Lista negra' (ADM-15): the blocklist; add an entry, or request the removal of one. */
import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BLACK_LIST_KINDS, BLACK_LIST_STATES, type BlackListEntry, type BlackListKind } from '@tunjo/contract/blocklist'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blackListCsv, blackListQuery } from '../../../../api/blocklist.ts'
import { errorText } from '../../../../api/error-text.ts'
import { AddModal } from '../../../../parts/black-list/add-modal.tsx'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { useAccount } from '../../../../session.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { entryColumns } from './entry-columns.tsx'
import { ImportModal } from './import-modal.tsx'
import { RemoveModal } from './remove-modal.tsx'
import { ValueSearch } from './value-search.tsx'

interface Looked {
  readonly kind: BlackListKind
  readonly value: string
}

export default function BlackListScreen() {
  const { t } = useTranslation('black-list')
  const permissions = useAccount()?.permissions ?? []
  const mayManage = permissions.includes('blacklist.manage')
  const { state, dispatch, query } = useTableState({ pageSize: 25 })
  const [looked, setLooked] = useState<Looked | null>(null)
  const [removed, setRemoved] = useState<BlackListEntry | null>(null)
  const kind = BLACK_LIST_KINDS.find((one) => one === query.filters.kind)
  const asked = { kind, state: BLACK_LIST_STATES.find((one) => one === query.filters.state), ...looked }
  const answer = useQuery(blackListQuery({ ...asked, ...pageParams(query) }))
  const look = (next: Looked | null) => {
    setLooked(next)
    dispatch({ type: 'clear' })
  }
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={mayManage && <Actions />} />
      <ValueSearch onLook={look} isLooking={looked !== null} />
      <ServerTable
        name="black-list"
        label={t('table')}
        columns={entryColumns(t, mayManage ? setRemoved : null)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={[
          ...(looked
            ? []
            : [
                { key: 'kind', label: t('columns.kind'), options: BLACK_LIST_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })) },
              ]),
          { key: 'state', label: t('columns.state'), options: BLACK_LIST_STATES.map((value) => ({ value, label: t(`state.${value}`) })) },
        ]}
        csv={
          permissions.includes('reports.export')
            ? { fileName: 'lista-negra.csv', load: () => blackListCsv(asked), failureText: errorText }
            : undefined
        }
        empty={looked ? undefined : <EmptyState icon={<IconBan size={28} stroke={1.5} />} title={t('empty')} text={t('emptyText')} />}
      />
      <RemoveModal entry={removed} onClose={() => setRemoved(null)} />
    </>
  )
}

function Actions() {
  const { t } = useTranslation('black-list')
  const [opened, setOpened] = useState<'add' | 'import' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Button variant="default" onClick={() => setOpened('import')}>
        {t('import')}
      </Button>
      <Button onClick={() => setOpened('add')}>{t('add')}</Button>
      <AddModal isOpen={opened === 'add'} device={null} onClose={close} />
      <ImportModal isOpen={opened === 'import'} onClose={close} />
    </>
  )
}
