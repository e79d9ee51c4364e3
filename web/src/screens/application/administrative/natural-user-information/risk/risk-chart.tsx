/**
 * Risk level over time as a step chart. A slider moves between changes, by arrow keys and by touch; the selected change is described
 * below the chart. The table below has the same data.
 */
import { RISK_LEVELS, type RiskChange } from '@tunjo/contract/compliance-risk'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../../../ui/date-time.tsx'
import classes from './risk.module.css'
import { type RiskStep, type RiskSteps, STEP_BOX, stepsOf } from './risk-steps.ts'

export function RiskChart({ changes }: { changes: readonly RiskChange[] }) {
  // Time of the loaded history: redrawing by the clock would add nothing.
  const [now] = useState(() => Date.now())
  const found = stepsOf(changes, now)
  return found && <Drawing key={changes.length} found={found} />
}

function Drawing({ found }: { found: RiskSteps }) {
  const { t } = useTranslation('risk')
  const { steps, from, until } = found
  const last = steps.length - 1
  const [chosen, setChosen] = useState(last)
  const step = steps[chosen]
  const said = step ? t('chart.said', { ...wordsOf(step), before: t(`levels.${step.before}`), after: t(`levels.${step.after}`) }) : ''
  return (
    <figure className={classes.figure} aria-label={t('chart.title')}>
      <div className={classes.plot}>
        <div className={classes.levels} aria-hidden>
          {RISK_LEVELS.toReversed().map((level) => (
            <span key={level}>{t(`levels.${level}`)}</span>
          ))}
        </div>
        <Steps found={found} chosen={chosen} onChoose={setChosen} />
        <div className={classes.ends} aria-hidden>
          <span>{formatDate(new Date(from), 'day')}</span>
          <span>{formatDate(new Date(until), 'day')}</span>
        </div>
      </div>
      {last > 0 && (
        <input
          type="range"
          className={classes.slider}
          min={0}
          max={last}
          value={chosen}
          aria-label={t('chart.slider')}
          aria-valuetext={said}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      <figcaption className={classes.chosen}>
        <strong>{said}</strong> {step?.change.reason}
      </figcaption>
    </figure>
  )
}

const wordsOf = ({ change }: RiskStep) => ({ date: formatDate(new Date(change.at)) })

interface StepsProps {
  found: RiskSteps
  chosen: number
  onChoose: (step: number) => void
}

/** The pointer selects the nearest change; the slider works for all users. */
function Steps({ found: { steps, path }, chosen, onChoose }: StepsProps) {
  function choose({ clientX, currentTarget }: MouseEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / Math.max(1, width)
    const distances = steps.map(({ x }) => Math.abs(x - share))
    onChoose(distances.indexOf(Math.min(...distances)))
  }
  return (
    <div className={classes.area} onMouseMove={choose} onClick={choose} aria-hidden>
      <svg viewBox={`0 0 ${STEP_BOX.width} ${STEP_BOX.height}`} preserveAspectRatio="none" className={classes.drawing} aria-hidden>
        {RISK_LEVELS.map((level, place) => (
          <rect key={level} x="0" y={(2 - place) * 100} width="1000" height="100" data-level={level} className={classes.band} />
        ))}
        <path d={path} className={classes.line} />
      </svg>
      {steps.map(({ at, x, y, after }, place) => (
        <span
          key={`${at} ${after}`}
          className={classes.point}
          data-chosen={place === chosen || undefined}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        />
      ))}
    </div>
  )
}
