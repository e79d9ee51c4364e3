/** Verification levels: progress, limits, and links (KYC-03, KYC-05). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LevelStatus } from '@tunjo/contract/kyc'
import { useTranslation } from 'react-i18next'
import { levelMaximumsQuery } from '../../../api/limits.ts'
import { formatCop } from '../../../ui/amount-format.ts'
import { Card } from '../../../ui/card.tsx'
import { type LevelStep, LevelStepper } from '../../../ui/level-stepper.tsx'
import classes from './verification-screen.module.css'

const STATES: Record<LevelStatus['state'], LevelStep['state']> = {
  locked: 'locked',
  open: 'active',
  declined: 'declined',
  sent: 'review',
  verified: 'done',
}

const LEVEL_WITHOUT_LIMIT = 3
/** Placeholder of the same width until the limit is loaded. */
const UNKNOWN = '$ …'

export function LevelsCard({ levels, current }: { levels: readonly LevelStatus[]; current: number }) {
  const { t } = useTranslation('verification')
  const steps: LevelStep[] = levels.map((level) => ({
    key: level.form,
    title: t('level.name', { level: level.level }),
    state: STATES[level.state],
    filled: level.done,
    asked: level.total,
    text: <About level={level} isCurrent={level.level === current} />,
  }))
  return (
    <Card title={t('level.steps')}>
      <LevelStepper label={t('level.steps')} levels={steps} />
    </Card>
  )
}

function About({ level: { level, state }, isCurrent }: { level: LevelStatus; isCurrent: boolean }) {
  const { t } = useTranslation('verification')
  const maximum = useQuery(levelMaximumsQuery).data?.get(level)
  const text = t('level.go', { level })
  return (
    <span className={classes.about}>
      <span>{level < LEVEL_WITHOUT_LIMIT ? t('level.upTo', { maximum: maximum ? formatCop(maximum) : UNKNOWN }) : t('level.noLimit')}</span>
      {state === 'locked' ? (
        <Button size="compact-sm" variant="subtle" disabled title={t('level.goLocked', { level: level - 1 })}>
          {text}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant={isCurrent ? 'light' : 'subtle'}
          aria-current={isCurrent ? 'true' : undefined}
          renderRoot={(props) => <Link to="." search={{ nivel: level }} {...props} />}
        >
          {text}
        </Button>
      )}
    </span>
  )
}
