/** Progress of a running backtest, with a cancel button. */
import { Alert, Button, Group, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Backtest } from '@tunjo/contract/alert-backtests'
import { useTranslation } from 'react-i18next'
import { cancelBacktest } from '../../../../../api/alert-rules.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { group } from '../../../../../ui/amount-format.ts'
import { wholePercent } from '../../../../../ui/percent-format.ts'

export function BacktestProgress({ backtest, mayCancel }: { backtest: Backtest; mayCancel: boolean }) {
  const { t } = useTranslation('alert-rules')
  const { people, peopleAll } = backtest
  const cancelling = useMutation({ mutationFn: () => cancelBacktest(backtest) })
  return (
    <div>
      <Progress value={wholePercent(people, peopleAll ?? 0)} aria-label={t('backtest.progress')} />
      <Group justify="space-between" mt="xs">
        <span role="status">
          {peopleAll === null
            ? t('backtest.counting')
            : t('backtest.people', { count: peopleAll, done: group(String(people)), total: group(String(peopleAll)) })}
        </span>
        {mayCancel && (
          <Button variant="default" size="xs" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {t('backtest.cancel')}
          </Button>
        )}
      </Group>
      {cancelling.error && (
        <Alert color="red" role="alert" mt="xs">
          {errorText(cancelling.error)}
        </Alert>
      )}
    </div>
  )
}
