/** Left panel with the person's identity (ADM-04). Compact next to a review and above the tabs of a phone, to leave them the room. */
import { Button } from '@mantine/core'
import type { UserInformation } from '@tunjo/contract/compliance-person'
import { useTranslation } from 'react-i18next'
import { DateTime, formatDate } from '../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './person.module.css'

/** Calendar day, the same in every time zone. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00-05:00`)

interface PersonPanelProps {
  person: UserInformation
  isBrief: boolean
  /** Null without the permission. */
  onChangeLevel: (() => void) | null
}

export function PersonPanel({ person, isBrief, onChangeLevel }: PersonPanelProps) {
  const { t } = useTranslation('review')
  const unknown = t('unknown')
  const level = (
    <span className={classes.level}>
      {person.verifiedLevel}
      {person.kycLevel > person.verifiedLevel && <small>{t('panel.inProgress', { level: person.kycLevel })}</small>}
      {onChangeLevel && (
        <Button variant="default" size="xs" onClick={onChangeLevel}>
          {t('panel.modify')}
        </Button>
      )}
    </span>
  )
  const novelty = (
    <StatusBadge kind={person.novelty ? 'waiting' : 'neutral'}>
      {t(person.novelty ? 'panel.withNovelty' : 'panel.withoutNovelty')}
    </StatusBadge>
  )
  const lines = isBrief
    ? ({ fullName: person.fullName ?? unknown, documentType: person.typeDocument ?? unknown, level, novelty } as const)
    : ({
        updated: <DateTime value={new Date(person.lastModification)} />,
        fullName: person.fullName ?? unknown,
        userId: person.userId,
        level,
        active: t(person.active ? 'yes' : 'no'),
        email: person.email,
        documentType: person.typeDocument ?? unknown,
        country: person.country ?? unknown,
        personType: person.typeUser,
        birthDate: person.birthDate ? formatDate(noonOf(person.birthDate), 'day') : unknown,
        novelty,
      } as const)
  return (
    <section className={classes.panel} data-brief={isBrief || undefined} aria-label={t('panel.label')}>
      <dl>
        {(Object.keys(lines) as (keyof typeof lines)[]).map((name) => (
          <div key={name}>
            <dt>{t(`panel.${name}`)}</dt>
            <dd>{lines[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
