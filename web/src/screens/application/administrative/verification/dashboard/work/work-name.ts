/** Name of a work item: an alert by its kind, and by its type for kinds that have types. */
import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { WorkItem } from '@tunjo/contract/work-queues'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../../../../../i18n/language.ts'

type Named = Pick<WorkItem, 'kind' | 'alertKind' | 'alertType'>

export function workName(t: TFunction<'workload'>, { kind, alertKind, alertType }: Named): string {
  const name = nameOfAlert(alertKind, currentLanguage())
  return name ? t('mine.alertOf', { name: [name, alertType].filter(Boolean).join(' · ') }) : t(`mine.kinds.${kind}`)
}
