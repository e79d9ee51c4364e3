/** Header with logo, menu toggle and account: the same on every page. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../ui/logo.tsx'
import classes from './frames.module.css'
import { Ribbon } from './ribbon.tsx'

interface HeaderProps {
  home: string
  /** Content before the logo: the menu toggle of the application. */
  start?: ReactNode
  links?: ReactNode
  /** Account menu, or the sign-in link. */
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
      {/* Loaded after the page: it is last, so that no content shifts. */}
      <Ribbon />
      <div className={classes.account}>{end}</div>
    </header>
  )
}
