/** Logo, menu toggle and account: the same on every page. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/logo.tsx'
import classes from './frames.module.css'
import { Ribbon } from './ribbon.tsx'

interface HeaderProps {
  home: string
  /** What stands before the logo: the menu toggle of the application. */
  start?: ReactNode
  links?: ReactNode
  /** Account menu, or the way to sign in. */
  end: ReactNode
}

export function Header({ home, start, links, end }: HeaderProps) {
  const { t } = useTranslation('shell')
  return (
    <header className={classes.header}>
      {start}
      <Link to={home} className={classes.logo} aria-label={t('product')}>
        <Logo size={30} />
      </Link>
      {links}
      {/* Arrives after the page: nothing stands behind it that it could push. */}
      <Ribbon />
      <div className={classes.account}>{end}</div>
    </header>
  )
}
