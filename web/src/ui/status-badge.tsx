/** Status badge: a word and a shape, so that it does not depend on colour alone. */
import classes from './status-badge.module.css'

export type StatusKind = 'done' | 'waiting' | 'failed' | 'neutral'

export function StatusBadge({ kind, children }: { kind: StatusKind; children: string }) {
  return (
    <span className={classes.badge} data-kind={kind}>
      <span className={classes.mark} aria-hidden />
      {children}
    </span>
  )
}
