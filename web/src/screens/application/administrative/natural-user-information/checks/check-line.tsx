/** Progress line of a running background check, on every other tab. Empty without one. */
import { isCheckRunning } from '@tunjo/contract/background-checks'
import { CheckActions } from './check-actions.tsx'
import { CheckState } from './check-state.tsx'
import classes from './checks.module.css'
import { useChecks } from './use-checks.ts'

export function CheckLine({ userId }: { userId: string }) {
  const checks = useChecks(userId)
  const { current, isOwn } = checks
  if (!current || !isCheckRunning(current.state)) return null
  return (
    <div className={classes.onTabs}>
      <CheckState check={current} isOwn={isOwn} />
      <CheckActions userId={userId} checks={checks} />
    </div>
  )
}
