/** Banner with the next step and its button. */
import type { ReactNode } from 'react'
import classes from './step-banner.module.css'

interface StepBannerProps {
  icon: ReactNode
  title: string
  text: string
  action: ReactNode
}

export function StepBanner({ icon, title, text, action }: StepBannerProps) {
  return (
    <section className={classes.banner} aria-label={title}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{text}</p>
      </div>
      {action}
    </section>
  )
}
