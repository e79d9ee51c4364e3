/** Gauges with the five counts over all people (ADM-01) and their share, rounded down. A click filters the table by the state. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { KycSummary, PersonRow } from '@tunjo/contract/compliance-people'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { summaryQuery } from '../../api/people.ts'
import { group } from '../../ui/amount-format.ts'
import { ArcDrawing } from '../../ui/arc-drawing.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { basisPoints, wholePercent } from '../../ui/percent-format.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import classes from './verification.module.css'

const GAUGES = [
  ['pending', 'Pendiente', 'var(--mantine-color-yellow-6)'],
  ['notFinished', 'No terminado', 'var(--mantine-color-gray-6)'],
  ['finished', 'Listo', 'var(--tunjo-positive)'],
  ['inProgress', 'Progreso', 'var(--mantine-color-blue-6)'],
  ['toUpdate', 'Actualizar', 'var(--mantine-color-red-6)'],
] as const satisfies readonly (readonly [keyof KycSummary, PersonRow['state'], string])[]

const SIZE = 72
/** Height of a gauge with its padding and lines. */
const HEIGHT = SIZE + 26

export function Gauges() {
  const { t } = useTranslation('people')
  const chosen: { state?: unknown } = useSearch({ strict: false })
  const summary = useQuery(summaryQuery)
  if (summary.isError && !summary.data) return <ErrorState message={errorText(summary.error)} onRetry={() => void summary.refetch()} />
  if (!summary.data) return <Places />
  const counts = summary.data
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <nav aria-label={t('gauges.label')}>
      <ul className={classes.gauges}>
        {GAUGES.map(([key, state, color]) => {
          const isChosen = chosen.state === state
          const percent = wholePercent(counts[key], total)
          return (
            <li key={key}>
              <Link
                to="/application/administrative/verification/"
                search={isChosen ? {} : { state }}
                resetScroll={false}
                className={classes.gauge}
                aria-current={isChosen ? 'true' : undefined}
              >
                <span className={classes.words}>
                  <span className={classes.count}>{group(String(counts[key]))}</span>
                  <span>{t(`gauges.${key}`)}</span>
                </span>
                <span className={classes.dial}>
                  <ArcDrawing shape="circle" points={basisPoints(counts[key], total)} size={SIZE} thickness={7} color={color} />
                  <span className={classes.percent}>{percent}&nbsp;%</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Places() {
  return (
    <div className={classes.gauges}>
      {GAUGES.map(([key]) => (
        <BlockSkeleton key={key} height={HEIGHT} />
      ))}
    </div>
  )
}
