/** Conciliación bancaria: the collection account by the bank and by the ledger, statements, unassigned lines, refunds to pay. */
import { useQuery } from '@tanstack/react-query'
import type { Refund, StatementLine } from '@tunjo/contract/bank-statements'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OpenLines, statementLinesQuery, statementsQuery } from '../../../../../api/bank-statements.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { useAccount } from '../../../../../session.ts'
import { Amount } from '../../../../../ui/amount.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import { PAGE_SIZE, type PagedRows } from '../paged-card.tsx'
import { LinesCard } from './lines-card.tsx'
import { RefundsCard } from './refunds-card.tsx'
import { SendStatementCard } from './send-statement-card.tsx'
import { StatementsCard } from './statements-card.tsx'

const linesOf = ({ lines, linesPages }: OpenLines): PagedRows<StatementLine> => ({ results: lines, pagesNumber: linesPages })
const refundsOf = ({ refunds, refundsPages }: OpenLines): PagedRows<Refund> => ({ results: refunds, pagesNumber: refundsPages })

export function TransfersTab() {
  const { t } = useTranslation('officer-money')
  const mayDecide = useAccount()?.permissions.includes('payments.review') ?? false
  const [pageIndex, setPageIndex] = useState(0)
  const found = useQuery(statementsQuery(pageIndex))
  const [linesIndex, setLinesIndex] = useState(0)
  const [refundsIndex, setRefundsIndex] = useState(0)
  // One request for both lists.
  const open = statementLinesQuery(found.data?.linesVersion, { pageIndex: linesIndex, refundsPageIndex: refundsIndex, size: PAGE_SIZE })
  const lines = useQuery({ ...open, select: linesOf })
  const refunds = useQuery({ ...open, select: refundsOf })
  if (found.isLoadingError) return <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data) return <RowsSkeleton rows={6} />
  const { account, bankBalance, ledgerBalance, pendingLines, statements, pagesNumber } = found.data
  if (!account) return <EmptyState title={t('transfers.off')} />
  return (
    <>
      <Card title={t('transfers.account')}>
        <Summary
          lines={[
            { name: account.bank, value: account.accountNumber },
            bankBalance
              ? { name: t('transfers.bankOn', { day: bankBalance.day }), value: <Amount value={bankBalance.amount} asset="COP" /> }
              : { name: t('transfers.bank'), value: t('transfers.noStatement') },
            { name: t('transfers.ledger'), value: <Amount value={ledgerBalance} asset="COP" /> },
            { name: t('transfers.pending'), value: String(pendingLines) },
          ]}
        />
      </Card>
      {mayDecide && <SendStatementCard />}
      <LinesCard answer={lines} pageIndex={linesIndex} onPage={setLinesIndex} mayDecide={mayDecide} />
      <RefundsCard answer={refunds} pageIndex={refundsIndex} onPage={setRefundsIndex} />
      <StatementsCard statements={statements} page={pageIndex + 1} pages={pagesNumber} onPage={(page) => setPageIndex(page - 1)} />
    </>
  )
}
