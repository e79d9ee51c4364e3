/** Gauge of a used maximum: percentage rounded down in the middle, both figures below it (back-office summary and limits). */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { group } from './amount-format.ts'
import { ArcDrawing } from './arc-drawing.tsx'
import classes from './gauge.module.css'
import { basisPoints, wholePercent } from './percent-format.ts'

interface GaugeProps {
  label: string
  part: bigint | number
  total: bigint | number
  /** Format of the figures; default: whole counts. */
  format?: (figure: bigint) => string
  color?: string
  size?: number
  shape?: 'circle' | 'gauge'
}

export function Gauge({ label, part, total, format = formatCount, color, size = 120, shape = 'gauge' }: GaugeProps) {
  const { t } = useTranslation('ui')
  const labelId = useId()
  const percent = wholePercent(part, total)
  const figures = { part: format(BigInt(part)), total: format(BigInt(total)) }
  return (
    <div className={classes.gauge}>
      <p id={labelId} className={classes.label}>
        {label}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot hold the drawing */}
      <div
        role="meter"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={t('gauge.of', { ...figures, percent })}
        className={classes.dial}
        style={{ width: size, height: size }}
      >
        <ArcDrawing shape={shape} points={basisPoints(part, total)} size={size} thickness={Math.round(size / 11)} color={color} />
        <span className={classes.percent}>{percent}&nbsp;%</span>
      </div>
      <p className={classes.figures}>
        <strong>{figures.part}</strong> / {figures.total}
      </p>
    </div>
  )
}

const formatCount = (figure: bigint): string => group(figure.toString())
