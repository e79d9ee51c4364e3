/** Name of a work item: an alert by its kind, and by its type for kinds that have types. */
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import type { WorkItem } from '@tunjo/contract/work-queues'
import type { TFunction } from 'i18next'

type Named = Pick<WorkItem, 'kind' | 'alertKind' | 'alertType'>

export function workName(t: TFunction<'workload'>, { kind, alertKind, alertType }: Named): string {
  const name = ALERT_KINDS.find(({ id }) => id === alertKind)?.name
  return name ? t('mine.alertOf', { name: [name, alertType].filter(Boolean).join(' · ') }) : t(`mine.kinds.${kind}`)
}
