/** Lines of a saved list: people with their roles, companies with their owners. */
import { useQuery } from '@tanstack/react-query'
import { shareOfCustomer } from '@tunjo/contract/representative-rules'
import type { Representative } from '@tunjo/contract/representatives'
import { useTranslation } from 'react-i18next'
import { countriesQuery } from '../../../../../api/parameters.ts'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { percentText } from './representative-rows.ts'
import classes from './representatives.module.css'

export function RepresentativeLines({ people }: { people: readonly Representative[] }) {
  return (
    <ul className={classes.lines}>
      {people.map((one) => (
        <Line key={`${one.parent} ${one.documentType} ${one.documentNumber}`} one={one} people={people} />
      ))}
    </ul>
  )
}

function Line({ one, people }: { one: Representative; people: readonly Representative[] }) {
  const { t } = useTranslation('representatives')
  const countries = useQuery(countriesQuery)
  const { roles, name, documentType, documentNumber, nationality, birthDate, share, isPep, paper, parent } = one
  const above = parent === null ? null : people[parent]
  const ofCustomer = parent === null ? null : shareOfCustomer(people, one)
  const country = countries.data?.find(({ code }) => code === nationality)?.name ?? nationality
  const facts = [
    `${documentType} ${documentNumber}`,
    country,
    ...(birthDate ? [t('born', { day: dayText(birthDate) })] : []),
    t(`sources.${paper}`),
  ]
  return (
    <li data-behind={above ? true : undefined}>
      <div className={classes.lineHead}>
        <strong>{name}</strong>
        {share !== null && <span>{t('share', { share: percentText(share) })}</span>}
      </div>
      {above && <span className={classes.small}>{t('behind', { name: above.name })}</span>}
      {ofCustomer !== null && <span className={classes.small}>{t('ofCustomer', { share: percentText(ofCustomer) })}</span>}
      {roles.length > 0 && <span>{roles.map((role) => t(`roles.${role}`)).join(', ')}</span>}
      <span className={classes.small}>{facts.join(' · ')}</span>
      {isPep && <StatusBadge kind="waiting">{t('pep')}</StatusBadge>}
    </li>
  )
}

/** A day is not an instant: it does not depend on a time zone. */
const dayText = (day: string): string => day.split('-').toReversed().join('/')
