/** Frame of all signed-in screens: header, side menu, page. Dense for the back-office. */
import { useEffect, useRef } from 'react'
import { listen } from '../../api/live.ts'
import { loadPhrases } from '../../i18n/index.ts'
import { refreshAccount, useAccount } from '../../session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useConsentRefusals } from '../consents/use-consent-refusals.ts'
import { homeOf, isAdmin } from '../destination.ts'
import { NoticeBell } from '../notices/notice-bell.tsx'
import { IdleWarning } from '../session/idle-warning.tsx'
import { StepUpHost } from '../step-up/step-up-host.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import classes from './frames.module.css'
import { Gate } from './gate.tsx'
import { Header } from './header.tsx'
import { MenuToggle } from './menu-toggle.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { SideMenu } from './side-menu.tsx'
import { MAIN_ID, SkipLink } from './skip-link.tsx'
import { useFocusOnNavigation, usePageTitle } from './use-page-title.ts'

// Loaded after the page: it is seldom needed.
const ConsentHost = lazyComponent(
  async () => {
    const [{ ConsentHost }] = await Promise.all([import('../consents/consent-host.tsx'), loadPhrases(['consents'])])
    return ConsentHost
  },
  { isOptional: true },
)

/** The forms that move money read the verification from the session. */
const whenVerified = (type: string) => type === 'kyc.level_changed' && void refreshAccount()

export function ApplicationFrame() {
  const main = useRef<HTMLElement>(null)
  const account = useAccount()
  const refusals = useConsentRefusals()
  useEffect(() => {
    const ending = new AbortController()
    void listen(ending.signal, whenVerified)
    return () => ending.abort()
  }, [])
  usePageTitle()
  useFocusOnNavigation(main)
  // The session has just ended: the router is already navigating to the sign-in page.
  if (!account) return null
  return (
    <div className={classes.application} data-dense={isAdmin(account) || undefined}>
      <SkipLink main={main} />
      <Header
        home={homeOf(account)}
        start={<MenuToggle />}
        end={
          <>
            <NoticeBell />
            <AccountMenu account={account} />
          </>
        }
      />
      <OfflineNotice />
      <aside className={classes.side}>
        <SideMenu />
      </aside>
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={classes.main}>
        {!isAdmin(account) && <ConsentHost refusals={refusals} />}
        <Gate account={account} />
      </main>
      {!isAdmin(account) && <BottomBar />}
      <StepUpHost />
      <IdleWarning />
    </div>
  )
}
