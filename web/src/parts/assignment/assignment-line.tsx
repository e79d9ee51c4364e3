/** Assignee of a person's case, and the action to change it. */
import type { Assignee } from '@tunjo/contract/compliance-review'
import { useTranslation } from 'react-i18next'
import classes from './assignment.module.css'
import { AssignmentAction } from './assignment-action.tsx'

export function AssignmentLine({ userId, assignee }: { userId: string; assignee: Assignee | null }) {
  const { t } = useTranslation('people')
  return (
    <p className={classes.line}>
      {assignee
        ? t(assignee.isMine ? 'assignment.isMine' : 'assignment.isOf', { officer: assignee.officer })
        : t('assignment.isUnassigned')}
      <AssignmentAction userId={userId} assignee={assignee} />
    </p>
  )
}
