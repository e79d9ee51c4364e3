/** Summary list of names and values: before a form is sent, or of a movement. */
import type { ReactNode } from 'react'
import classes from './summary.module.css'

export interface SummaryLine {
  /** Key of a line whose name another one has too. */
  key?: string
  name: string
  value: ReactNode
  /** The main line. */
  strong?: boolean
}

export function Summary({ lines, label }: { lines: readonly SummaryLine[]; label?: string }) {
  return (
    <dl className={classes.summary} aria-label={label}>
      {lines.map(({ key, name, value, strong }) => (
        <div key={key ?? name} className={classes.line} data-strong={strong || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
