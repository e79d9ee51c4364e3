/** The narrow panel of sign-in, sign-up and the pages of their mails. */
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'
import classes from './access-panel.module.css'

interface AccessPanelProps {
  title: string
  lead?: string
  children?: ReactNode
}

export function AccessPanel({ title, lead, children }: AccessPanelProps) {
  return (
    <div className={classes.panel}>
      <Logo size={44} withName={false} />
      <Title order={1}>{title}</Title>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  )
}
