/** Labels of people, shared items and relations. */
import type { LinkedPerson, PersonLink, SharedThing } from '@tunjo/contract/person-links'
import { slotNames } from '@tunjo/contract/slot-names'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { shorten } from '../../../../../ui/hash.tsx'
import type { Mark } from './shared-groups.ts'

export function useLinkWords() {
  const { t } = useTranslation('links')
  const ends = ({ firstSeenAt, lastSeenAt }: PersonLink): string => {
    const [from, to] = [firstSeenAt, lastSeenAt].map((at) => (at === null ? null : formatDate(new Date(at), 'day')))
    if (!from) return ''
    return to && to !== from ? t('between', { from, to }) : t('since', { from })
  }
  return {
    nameOf: ({ id, name, email, state }: LinkedPerson): string => (state === 'forgotten' ? t('erased') : (name ?? email ?? shorten(id))),
    labelOf: ({ kind, label }: SharedThing): string => (kind === 'file' ? slotNames(label, currentLanguage()) : label),
    markOf: ({ name, count = 1 }: Mark): string => t(`marks.${name}`, { count }),
    accountsOf: ({ accounts, hasMore }: SharedThing): string =>
      hasMore ? t('accountsMore', { count: accounts }) : t('accounts', { count: accounts }),
    /** Relation of a person to the item: kind, count and dates. */
    linkOf: (link: PersonLink): string =>
      [t(`roles.${link.role}`), link.uses ? t('uses', { count: link.uses }) : '', ends(link)].filter((part) => part).join(' · '),
  }
}
