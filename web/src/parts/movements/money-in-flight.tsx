/** Movements in flight with their steps, live; one that ends meanwhile stays until it is dismissed. */
import { Button } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type FiatTransactionDetail, STATE_GROUP } from '@tunjo/contract/payments'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { movementQuery, pendingMovementsQuery } from '../../api/payments.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MoneyTimeline } from '../../ui/money-timeline.tsx'
import { fiatSteps } from './fiat-steps.ts'
import classes from './money-in-flight.module.css'
import { MovementActions } from './movement-actions.tsx'
import { RetryMovement } from './retry-movement.tsx'

const SHOWN = 3

export function MoneyInFlight() {
  const { t } = useTranslation('money')
  const { data: pending, isLoadingError, error, refetch } = useQuery(pendingMovementsQuery)
  const [watched, setWatched] = useState<readonly string[]>([])

  useEffect(() => {
    const found = pending?.results.map(({ transactionId }) => transactionId) ?? []
    setWatched((before) => (found.every((id) => before.includes(id)) ? before : [...new Set([...found, ...before])].slice(0, SHOWN)))
  }, [pending])

  const asked = useQueries({ queries: watched.map(movementQuery) })
  const movements = asked.flatMap(({ data }) => data ?? [])
  const dismiss = (ended: string) => setWatched((before) => before.filter((id) => id !== ended))
  const failed = asked.find((one) => one.isLoadingError)
  // An error is shown for money in flight: an empty list would look like lost money.
  const failure = isLoadingError ? { error, refetch } : failed
  return (
    <>
      {failure && (
        <Card title={t('flight.title')}>
          <ErrorState message={errorText(failure.error)} onRetry={() => void failure.refetch()} />
        </Card>
      )}
      <Flights title={t('flight.title')} movements={movements.filter((movement) => !hasEnded(movement))} onDismiss={dismiss} />
      <Flights title={t('flight.ended')} movements={movements.filter(hasEnded)} onDismiss={dismiss} />
    </>
  )
}

const hasEnded = ({ state }: FiatTransactionDetail): boolean => STATE_GROUP[state] !== 'pending'

interface FlightsProps {
  title: string
  movements: readonly FiatTransactionDetail[]
  onDismiss: (id: string) => void
}

function Flights({ title, movements, onDismiss }: FlightsProps) {
  if (movements.length === 0) return null
  return (
    <Card title={title}>
      <ul className={classes.list}>
        {movements.map((movement) => (
          <li key={movement.transactionId}>
            <Flight movement={movement} onDismiss={() => onDismiss(movement.transactionId)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Flight({ movement, onDismiss }: { movement: FiatTransactionDetail; onDismiss: () => void }) {
  const { t } = useTranslation('money')
  return (
    <div className={classes.flight}>
      <div className={classes.head}>
        <p className={classes.title}>
          {t(movement.kind === 'DEPOSIT' ? 'flight.deposit' : 'flight.withdrawal')} <Amount value={movement.amount} asset="COP" />
          <span className={classes.destination}>{movement.destination}</span>
        </p>
        {hasEnded(movement) && (
          <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
            {t('flight.dismiss')}
          </Button>
        )}
      </div>
      <MoneyTimeline label={t('steps.label')} steps={fiatSteps(movement, t)} />
      <MovementActions movement={movement} />
      <RetryMovement movement={movement} />
    </div>
  )
}
