/** The frame of everything a signed-in customer sees: header, menu at the side, page. */
import { Outlet } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { listen } from '../../api/live.ts'
import { useAccount } from '../../session.ts'
import { HOME } from '../../session-hint.ts'
import { AccountMenu } from './account-menu.tsx'
import classes from './frames.module.css'
import { Header } from './header.tsx'
import { MainMenu } from './main-menu.tsx'
import { MenuToggle } from './menu-toggle.tsx'
import { MAIN_ID, SkipLink } from './skip-link.tsx'
import { useFocusOnNavigation, usePageTitle } from './use-page-title.ts'

export function ApplicationFrame() {
  const main = useRef<HTMLElement>(null)
  const account = useAccount()
  useEffect(() => {
    const ending = new AbortController()
    void listen(ending.signal)
    return () => ending.abort()
  }, [])
  usePageTitle()
  useFocusOnNavigation(main)
  return (
    <div className={classes.application}>
      <SkipLink main={main} />
      <Header home={HOME} start={<MenuToggle />} end={account && <AccountMenu email={account.email} />} />

      <aside className={classes.side}>
        <MainMenu />
      </aside>
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
