/** Background check line under the summary of a person: state and actions. */
import { errorText } from '../../../../../api/error-text.ts'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { CheckActions } from './check-actions.tsx'
import { CheckState } from './check-state.tsx'
import classes from './checks.module.css'
import { useChecks } from './use-checks.ts'

export function CheckStrip({ userId }: { userId: string }) {
  const checks = useChecks(userId)
  const { list, current, isOwn } = checks
  if (list.isError && !list.data) return <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
  if (!list.data) return <RowsSkeleton rows={1} />
  return (
    <div className={classes.strip}>
      <CheckState check={current} isOwn={isOwn} />
      <CheckActions userId={userId} checks={checks} />
    </div>
  )
}
