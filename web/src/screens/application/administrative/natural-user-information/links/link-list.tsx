/** Links as a list, with all information of the drawing: by kind, then by shared item, with person, relation and date. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SharedThing } from '@tunjo/contract/person-links'
import { useTranslation } from 'react-i18next'
import { personPage } from '../../../../../parts/person-page.ts'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import classes from './links.module.css'
import { type Graph, groupsOf, marksOf, type SharedEntry, type Sharer } from './shared-groups.ts'
import { useLinkWords } from './use-link-words.ts'

export function LinkList({ graph }: { graph: Graph }) {
  const { t } = useTranslation('links')
  return groupsOf(graph).map(({ kind, entries }) => (
    <section key={kind} className={classes.group} aria-label={t(`groups.${kind}`)}>
      <h3>{t(`groups.${kind}`)}</h3>
      {entries.map((entry) => (
        <Entry key={entry.thing.id} entry={entry} />
      ))}
    </section>
  ))
}

function Entry({ entry: { thing, others, own } }: { entry: SharedEntry }) {
  const { t } = useTranslation('links')
  const { labelOf, accountsOf, linkOf } = useLinkWords()
  const label = labelOf(thing)
  return (
    <article className={classes.entry} aria-label={label}>
      <p className={classes.shared}>
        <strong>{label}</strong>
        <span className={classes.quiet}>{accountsOf(thing)}</span>
        {own.length === 0 && <span className={classes.quiet}>{t('via')}</span>}
      </p>
      {own.map((link) => (
        <p key={link.role} className={classes.quiet}>
          {t('self')}: {linkOf(link)}
        </p>
      ))}
      {others.length > 0 && (
        <ul className={classes.sharers}>
          {others.map((sharer) => (
            <SharerRow key={sharer.person.id} sharer={sharer} />
          ))}
        </ul>
      )}
      {thing.isHub && <Hub thing={thing} shown={others.length + (own.length > 0 ? 1 : 0)} />}
    </article>
  )
}

function SharerRow({ sharer: { person, links } }: { sharer: Sharer }) {
  const { t } = useTranslation('links')
  const { nameOf, markOf, linkOf } = useLinkWords()
  const name = nameOf(person)
  return (
    <li className={classes.sharer}>
      <span className={classes.name}>
        <Anchor component={Link} to={personPage(person.id)} underline="always">
          {name}
        </Anchor>
        {person.type === 'legal' && <span className={classes.quiet}>{t('company')}</span>}
        {person.email && person.email !== name && <span className={classes.quiet}>{person.email}</span>}
        {marksOf(person).map((mark) => (
          <StatusBadge key={mark.name} kind={mark.kind}>
            {markOf(mark)}
          </StatusBadge>
        ))}
      </span>
      {links.map((link) => (
        <span key={link.role} className={classes.quiet}>
          {linkOf(link)}
        </span>
      ))}
    </li>
  )
}

function Hub({ thing: { accounts, hasMore }, shown }: { thing: SharedThing; shown: number }) {
  const { t } = useTranslation('links')
  const count = accounts - shown
  return (
    <p className={classes.quiet}>
      {hasMore ? t('hubMore', { count }) : t('hub', { count })}. {t('hubWhy')}
    </p>
  )
}
