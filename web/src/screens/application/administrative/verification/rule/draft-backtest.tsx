/** Backtest of the drafted mode and numbers over the last 90 days, inside the dialog of the draft. */
import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Backtest, TriedVersion } from '@tunjo/contract/alert-backtests'
import type { RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { useTranslation } from 'react-i18next'
import { backtestsQuery, startBacktest } from '../../../../../api/alert-rules.ts'
import { errorText } from '../../../../../api/error-text.ts'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { BacktestFigures } from './backtest-figures.tsx'
import { BacktestProgress } from './backtest-progress.tsx'

interface DraftBacktestProps {
  rule: RuleName
  /** Null while a number is out of its bounds. */
  draft: TriedVersion | null
}

export function DraftBacktest({ rule, draft }: DraftBacktestProps) {
  const { t } = useTranslation('alert-rules')
  const { data = [] } = useQuery(backtestsQuery(rule))
  const starting = useMutation({ mutationFn: (tried: TriedVersion) => startBacktest(rule, tried) })
  const running = data.find(({ state }) => state === 'running')
  const finished = draft && data.find((one) => one.state === 'finished' && isOf(one, draft))
  return (
    <div className={classes.preview}>
      <p className={classes.previewTitle}>{t('backtest.title')}</p>
      {running ? (
        <BacktestProgress backtest={running} mayCancel />
      ) : finished ? (
        <>
          <BacktestFigures backtest={finished} />
          <span className={classes.note}>{t('backtest.seen')}</span>
        </>
      ) : (
        <>
          <span className={classes.note}>{t(draft ? 'backtest.hint' : 'backtest.startFirst')}</span>
          <Button
            mt="xs"
            variant="default"
            disabled={!draft}
            loading={starting.isPending}
            onClick={() => draft && starting.mutate({ mode: draft.mode, numbers: draft.numbers })}
          >
            {t('backtest.start')}
          </Button>
        </>
      )}
      {starting.error && !running && (
        <Alert color="red" role="alert" mt="xs">
          {errorText(starting.error)}
        </Alert>
      )}
    </div>
  )
}

const isOf = (backtest: Backtest, { mode, numbers }: TriedVersion): boolean =>
  backtest.mode === mode && Object.keys(backtest.numbers).every((key) => backtest.numbers[key] === numbers[key])
