/** Verification levels in order: completed, in progress, locked (KYC-03). */
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ArcDrawing } from './arc-drawing.tsx'
import classes from './level-stepper.module.css'
import { basisPoints, wholePercent } from './percent-format.ts'

export interface LevelStep {
  key: string
  title: string
  state: 'done' | 'active' | 'declined' | 'review' | 'locked'
  /** Filled fields of the required ones. */
  filled: number
  asked: number
  text?: ReactNode
}

const SIZE = 44
/** True when the person has to act. */
const isInProgress = ({ state }: Pick<LevelStep, 'state'>) => state === 'active' || state === 'declined'

export function LevelStepper({ label, levels }: { label: string; levels: readonly LevelStep[] }) {
  return (
    <ol className={classes.levels} aria-label={label}>
      {levels.map((level, position) => (
        <li key={level.key} className={classes.level} data-state={level.state} aria-current={isInProgress(level) ? 'step' : undefined}>
          <Mark level={level} number={position + 1} />
          <Text level={level} />
        </li>
      ))}
    </ol>
  )
}

function Mark({ level: { state, filled, asked }, number }: { level: LevelStep; number: number }) {
  const points = state === 'locked' ? 0n : basisPoints(filled, asked)
  return (
    <span className={classes.mark} aria-hidden>
      <ArcDrawing
        shape="circle"
        points={points}
        size={SIZE}
        thickness={4}
        color={isInProgress({ state }) ? 'var(--tunjo-gold)' : undefined}
      />
      {state === 'done' ? <IconCheck size={20} stroke={2.5} /> : state === 'locked' ? <IconLock size={18} /> : <b>{number}</b>}
    </span>
  )
}

function Text({ level: { title, state, filled, asked, text } }: { level: LevelStep }) {
  const { t } = useTranslation('ui')
  return (
    <div>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>
        <span className={classes.state}>{t(`levels.${state}`)}</span>
        {state !== 'locked' && (
          <>
            <VisuallyHidden>. </VisuallyHidden>
            <span aria-hidden> · </span>
            {t('levels.progress', { percent: wholePercent(filled, asked) })}
          </>
        )}
      </p>
      {text && <p className={classes.text}>{text}</p>}
    </div>
  )
}
