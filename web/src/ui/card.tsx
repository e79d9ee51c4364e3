/** Surface with an optional heading, which names the region for screen readers. */
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  title?: string
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, actions, children }: CardProps) {
  const headingId = useId()
  return (
    <section className={classes.card} aria-labelledby={title ? headingId : undefined}>
      {(title || actions) && (
        <div className={classes.head}>
          {title && (
            <Title order={2} id={headingId}>
              {title}
            </Title>
          )}
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
