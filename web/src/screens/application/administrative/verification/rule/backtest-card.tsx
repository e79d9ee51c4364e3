/** Backtests of a rule: alerts that other numbers would have raised in the last 90 days, compared with the rule in force. Raises none. */
import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Backtest } from '@tunjo/contract/alert-backtests'
import type { RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backtestsQuery } from '../../../../../api/alert-rules.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { differencesOf } from '../../../../../parts/alert-rules/rule-texts.tsx'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { Differences } from '../../../../../parts/versions/differences.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { BacktestAlerts } from './backtest-alerts.tsx'
import { BacktestFigures } from './backtest-figures.tsx'
import { BacktestProgress } from './backtest-progress.tsx'

export function BacktestCard({ rule, mayChange }: { rule: RuleName; mayChange: boolean }) {
  const { t } = useTranslation('alert-rules')
  const answer = useQuery(backtestsQuery(rule))
  const [wanted, setWanted] = useState<string | null>(null)
  const all = answer.data ?? []
  const shown = all.find(({ id }) => id === wanted) ?? all[0]
  return (
    <div className={classes.wide}>
      <Card title={t('backtest.title')}>
        {answer.isPending && <RowsSkeleton rows={3} />}
        {answer.isLoadingError && <ErrorState message={errorText(answer.error)} onRetry={() => void answer.refetch()} />}
        {answer.data && !shown && <EmptyState title={t('backtest.emptyTitle')} text={t('backtest.emptyText')} />}
        {shown && (
          <Stack>
            {all.length > 1 && <Choice all={all} shown={shown} onChoose={setWanted} />}
            <Shown key={shown.id} backtest={shown} mayChange={mayChange} />
          </Stack>
        )}
      </Card>
    </div>
  )
}

function Choice({ all, shown, onChoose }: { all: readonly Backtest[]; shown: Backtest; onChoose: (id: string) => void }) {
  const { t } = useTranslation('alert-rules')
  return (
    <NativeSelect
      label={t('backtest.which')}
      className={classes.choice}
      value={shown.id}
      data={all.map(({ id, startedAt, state }) => ({
        value: id,
        label: t('backtest.option', { date: formatDate(new Date(startedAt)), state: t(`backtest.state.${state}`) }),
      }))}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  )
}

function Shown({ backtest, mayChange }: { backtest: Backtest; mayChange: boolean }) {
  const { t } = useTranslation('alert-rules')
  const { state, isOfToday, startedBy } = backtest
  return (
    <>
      <Tried backtest={backtest} />
      {state === 'running' && <BacktestProgress backtest={backtest} mayCancel={mayChange} />}
      {state === 'cancelled' && <p className={classes.text}>{t('backtest.cancelled')}</p>}
      {state === 'finished' && (
        <>
          <BacktestFigures backtest={backtest} />
          <BacktestAlerts backtest={backtest} />
        </>
      )}
      <p className={classes.note}>
        {t(isOfToday ? 'backtest.ofToday' : 'backtest.limits')} {t('backtest.by', { who: startedBy })} {t('backtest.kept')}
      </p>
    </>
  )
}

function Tried({ backtest: { rule, mode, numbers, present } }: { backtest: Backtest }) {
  const { t } = useTranslation('alert-rules')
  const differences = differencesOf(rule, t('columns.mode'), present, { mode, numbers })
  if (differences.length === 0) return <p className={classes.text}>{t('backtest.same')}</p>
  return <Differences label={t('backtest.tried')} differences={differences} />
}
