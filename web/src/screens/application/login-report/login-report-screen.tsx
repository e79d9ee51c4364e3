/** /application/login-report, 'Historial de acceso' (ID-06): every sign-in attempt; a session can be ended from its row. */
import { useQuery } from '@tanstack/react-query'
import { SIGN_IN_SORTS, type SignInRow } from '@tunjo/contract/devices'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { signInsCsv, signInsQuery } from '../../../api/sign-ins.ts'
import { PlaceCredit } from '../../../parts/sign-ins/place-credit.tsx'
import { signInColumns, signInFilters, signInIdColumn } from '../../../parts/sign-ins/sign-in-columns.tsx'
import { SIGN_IN_FILTERS, signInsAsked } from '../../../parts/sign-ins/sign-in-search.ts'
import { tableAnswer } from '../../../parts/table-answer.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ServerTable } from '../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../ui/server-table/table-address.ts'
import type { TableColumn } from '../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../ui/server-table/use-table-address.ts'
import { type Ending, EndSessionModal } from './end-session-modal.tsx'
import { RowActions } from './row-actions.tsx'
import { SessionState } from './session-state.tsx'

const SHAPE: TableShape = { filters: SIGN_IN_FILTERS, sorts: SIGN_IN_SORTS, pageSizes: [10, 25, 50] }

export default function LoginReportScreen() {
  const { t } = useTranslation('sign-ins')
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = signInsAsked(query)
  const answer = useQuery(signInsQuery({ ...asked, ...pageParams(query) }))
  const [ending, setEnding] = useState<Ending | null>(null)
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <ServerTable
        name="login-report"
        label={t('title')}
        columns={columnsOf(t, setEnding)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t('search')}
        filters={signInFilters(t)}
        csv={{ fileName: 'login-report.csv', load: () => signInsCsv(asked), failureText: errorText }}
        pageSizes={SHAPE.pageSizes}
        isRoomy
      />
      {answer.data && <PlaceCredit />}
      <EndSessionModal ending={ending} onClose={() => setEnding(null)} />
    </>
  )
}

const columnsOf = (t: TFunction<'sign-ins'>, onEnd: (ending: Ending) => void): readonly TableColumn<SignInRow>[] => [
  signInIdColumn(t),
  ...signInColumns(t),
  { key: 'session', header: t('session'), render: ({ session }) => <SessionState session={session} /> },
  {
    key: 'actions',
    header: t('actions'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (row) => <RowActions row={row} onEnd={onEnd} />,
  },
]
