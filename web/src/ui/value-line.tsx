/** Line chart of a value over time, with its first and last value as text. Decorative: its label has the same content. */
import classes from './value-line.module.css'
import { linePaths } from './value-line-paths.ts'

interface ValueLineProps {
  label: string
  /** Oldest first; null where unknown. */
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
