/** Frame of public pages: header with Inicio, page, footer with the regulatory disclaimer (SHELL-02). */
import { Link, Outlet } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mayHaveSession } from '../../session-hint.ts'
import frames from './frames.module.css'
import { Header } from './header.tsx'
import { LandingFooter } from './landing-footer.tsx'
import classes from './landing-frame.module.css'
import { MAIN_ID, SkipLink } from './skip-link.tsx'
import { useFocusOnNavigation, usePageTitle } from './use-page-title.ts'

export function LandingFrame() {
  const { t } = useTranslation('shell')
  const main = useRef<HTMLElement>(null)
  usePageTitle()
  useFocusOnNavigation(main)
  return (
    <div className={classes.frame}>
      <SkipLink main={main} />
      <Header
        home="/"
        links={
          <Link to="/" className={frames.headerLink}>
            {t('title.home')}
          </Link>
        }
        end={
          <Link to="/login" className={frames.headerLink}>
            {t(mayHaveSession() ? 'account.mine' : 'account.signIn')}
          </Link>
        }
      />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <LandingFooter />
    </div>
  )
}
