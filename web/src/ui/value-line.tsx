/** A value over time as a line, with what it began and ended with as text. Purely a drawing: its label says the same in words. */
import classes from './value-line.module.css'
import { linePaths } from './value-line-paths.ts'

interface ValueLineProps {
  label: string
  /** Oldest first; null where nobody knows. */
  values: readonly (number | null)[]
}

export const LINE_BOX = { width: 300, height: 100 } as const

export function ValueLine({ label, values }: ValueLineProps) {
  const { lines, areas } = linePaths(values, LINE_BOX)
  return (
    <svg
      className={classes.drawing}
      viewBox={`0 0 ${LINE_BOX.width} ${LINE_BOX.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {areas.map((path) => (
        <path key={path} d={path} className={classes.area} />
      ))}
      {lines.map((path) => (
        <path key={path} d={path} className={classes.line} />
      ))}
    </svg>
  )
}
