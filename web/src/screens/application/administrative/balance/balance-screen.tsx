/** /application/administrative/financial/balance, 'Balance' (ADM-15): what is owed and held by asset, pauses, and differences of the books. */
import { Alert, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BooksState } from '@tunjo/contract/reconciliation'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { booksQuery } from '../../../../api/reconciliation.ts'
import { Card } from '../../../../ui/card.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import classes from './balance.module.css'
import { BalanceTable } from './balance-table.tsx'
import { DifferencesTable } from './differences-table.tsx'

export default function BalanceScreen() {
  const { t } = useTranslation('balance')
  const books = useQuery(booksQuery)
  return (
    <div className={classes.screen}>
      <PageHeader title={t('title')} text={t('text')} />
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
