/** Read-only content of a report: facts, period, others, and the selected evidence. */
import type { Ros } from '@tunjo/contract/regulatory-ros'
import { useTranslation } from 'react-i18next'
import classes from '../../../../../parts/regulatory/regulatory.module.css'
import { dayText } from '../../../../../parts/regulatory/ros-kinds.ts'
import { Card } from '../../../../../ui/card.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import { EpisodeText, MovementText } from './evidence-texts.tsx'

export function RosContent({ content }: { content: NonNullable<Ros['content']> }) {
  const { t } = useTranslation('regulatory')
  const { narrative, urgency, period, involved, evidence } = content
  return (
    <>
      <Card title={t('ros.narrative')}>
        <p className={classes.text}>{narrative || '—'}</p>
        <Summary
          lines={[
            { name: t('ros.urgency'), value: t(`ros.urgencies.${urgency}`) },
            { name: t('ros.period'), value: period ? `${dayText(period.from)} – ${dayText(period.to)}` : '—' },
          ]}
        />
      </Card>
      <Card title={t('ros.involved')}>
        {involved.length === 0 && <p className={classes.note}>{t('ros.noInvolved')}</p>}
        <ul className={classes.list}>
          {involved.map(({ name, document, relation }) => (
            <li key={`${name} ${document}`}>
              <strong>{name}</strong> {[document, relation].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('ros.episodes')}>
        {evidence.episodes.length === 0 && <p className={classes.note}>—</p>}
        <ul className={classes.list}>
          {evidence.episodes.map((episode) => (
            <li key={episode.id}>
              <EpisodeText episode={episode} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('ros.movements')}>
        {evidence.movements.length === 0 && <p className={classes.note}>—</p>}
        <ul className={classes.list}>
          {evidence.movements.map((movement) => (
            <li key={movement.id}>
              <MovementText movement={movement} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
