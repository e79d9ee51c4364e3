/**
 * /application/administrative/financial/balance, 'Balance' (ADM-15): liabilities and holdings by asset, now and each day, and differences.
 */
import { Alert, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BooksState } from '@tunjo/contract/reconciliation'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { booksQuery } from '../../../../api/reconciliation.ts'
import { StoppedNotice } from '../../../../parts/stopped-notice.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import classes from './balance.module.css'
import { BalanceTable } from './balance-table.tsx'
import { CapitalPart } from './capital/capital-part.tsx'
import { ComparisonsTable } from './comparisons-table.tsx'
import { DifferencesTable } from './differences-table.tsx'

/** Lazy, since it is below the fold. */
const ClosingsTable = lazyComponent(async () => (await import('./closings-table.tsx')).ClosingsTable)

export default function BalanceScreen() {
  const { t } = useTranslation('balance')
  const books = useQuery(booksQuery)
  return (
    <div className={classes.screen}>
      <PageHeader title={t('title')} text={t('text')} />
      <StoppedNotice />
      <Card title={t('coverage')}>
        {books.isPending && <RowsSkeleton rows={4} />}
        {books.isLoadingError && <ErrorState message={errorText(books.error)} onRetry={() => void books.refetch()} />}
        {books.data && <Coverage books={books.data} />}
      </Card>
      {books.data && (
        <section>
          <Title order={2} size="h4" mb="sm">
            {t('differences')}
          </Title>
          <DifferencesTable mayEnd={books.data.mayEnd} />
        </section>
      )}
      {books.data && (
        <Card title={t('comparisons')}>
          <ComparisonsTable compared={books.data.compared} />
        </Card>
      )}
      {books.data && (
        <section>
          <Title order={2} size="h4" mb="sm">
            {t('closings.title')}
          </Title>
          <ClosingsTable />
        </section>
      )}
      {books.data && <CapitalPart />}
    </div>
  )
}

function Coverage({ books }: { books: BooksState }) {
  const { t } = useTranslation('balance')
  const { openDifferences, runs, signedHead } = books
  const failing = runs.filter(({ failedAt }) => failedAt !== null)
  return (
    <div className={classes.screen}>
      {openDifferences > 0 && (
        <Alert color="red" role="status">
          {t('open', { count: openDifferences })}
        </Alert>
      )}
      {failing.length > 0 && (
        <Alert color="amber" role="status">
          {t('notCompared', { parts: failing.map(({ part }) => t(`part.${part}`)).join(', ') })}
        </Alert>
      )}
      <BalanceTable books={books} />
      <dl className={classes.runs}>
        {runs.map(({ part, finishedAt }) => (
          <div key={part}>
            <dt>{t(`part.${part}`)}</dt>
            <dd>{finishedAt ? <DateTime value={new Date(finishedAt)} /> : t('never')}</dd>
          </div>
        ))}
        <div>
          <dt>{t('signed')}</dt>
          <dd>{signedHead ? <DateTime value={new Date(signedHead.signedAt)} /> : t('never')}</dd>
        </div>
      </dl>
    </div>
  )
}
