/** Narrow panel of sign-in, sign-up and the pages of their mails. */
import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../ui/logo.tsx'
import classes from './access-panel.module.css'

interface AccessPanelProps {
  title: string
  lead?: string
  /** True when it replaces another panel: keyboard and screen reader continue at its title. */
  isNext?: boolean
  children?: ReactNode
}

export function AccessPanel({ title, lead, isNext = false, children }: AccessPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another panel
  useEffect(() => {
    if (isNext) heading.current?.focus()
  }, [isNext, title])
  return (
    <div className={classes.panel}>
      <Logo size={44} withName={false} />
      <Title ref={heading} order={1} tabIndex={isNext ? -1 : undefined}>
        {title}
      </Title>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  )
}
