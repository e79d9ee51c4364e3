/** Timeline of money in flight: past steps with their time, the current one, and pending ones. Shows recorded times only. */
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTime } from './date-time.tsx'
import classes from './money-timeline.module.css'

export interface TimelineStep {
  key: string
  title: string
  state: 'done' | 'active' | 'next' | 'failed'
  at?: Date | null
  text?: ReactNode
}

export function MoneyTimeline({ steps, label }: { steps: readonly TimelineStep[]; label: string }) {
  const { t } = useTranslation('ui')
  return (
    <ol className={classes.list} aria-label={label} aria-live="polite">
      {steps.map((step) => (
        <li key={step.key} className={classes.step} data-state={step.state} aria-current={step.state === 'active' ? 'step' : undefined}>
          <span className={classes.mark} aria-hidden>
            {step.state === 'done' && <IconCheck size={14} stroke={3} />}
            {step.state === 'failed' && <IconX size={14} stroke={3} />}
          </span>
          <div>
            <p className={classes.title}>
              {step.title}
              <VisuallyHidden> ({t(`timeline.${step.state}`)})</VisuallyHidden>
            </p>
            {step.at && (
              <p className={classes.text}>
                <DateTime value={step.at} />
              </p>
            )}
            {step.text && <p className={classes.text}>{step.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
