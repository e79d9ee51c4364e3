/** Differences of a version, line by line: the old and the new value. */
import classes from './versions.module.css'

export interface Difference {
  readonly label: string
  readonly before: string
  readonly after: string
}

export function Differences({ label, differences }: { label: string; differences: readonly Difference[] }) {
  return (
    <ul className={classes.numbers} aria-label={label}>
      {differences.map((one) => (
        <li key={`${one.label} ${one.after}`}>
          {one.label}: {one.before && <span className={classes.before}>{one.before}</span>} {one.before && <span aria-hidden>→</span>}{' '}
          <strong>{one.after}</strong>
        </li>
      ))}
    </ul>
  )
}
