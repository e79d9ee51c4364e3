/** One setting: its name, its current value, and the control next to it. */
import type { ReactNode } from 'react'
import classes from './configuration.module.css'

interface SettingProps {
  name: string
  text?: ReactNode
  /** Next to the name. */
  control?: ReactNode
  /** Below both. */
  children?: ReactNode
}

export function Setting({ name, text, control, children }: SettingProps) {
  return (
    <div className={classes.setting}>
      <div className={classes.about}>
        <h3 className={classes.name}>{name}</h3>
        {text && <p className={classes.quiet}>{text}</p>}
      </div>
      {control}
      {children}
    </div>
  )
}
