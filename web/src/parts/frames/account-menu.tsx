/** What belongs to the person: histories, accounts, leaving (SHELL-04, SHELL-05). A list of links that a button shows. */
import { Button } from '@mantine/core'
import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { IconBuildingBank, IconDevices, IconHistory, IconLogout, IconSettings, IconShieldCheck, IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { ACCOUNT_STATE, type Account } from '@tunjo/contract/identity'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './account-menu.module.css'

const ADMIN_PATH = '/application/administrative'

const SIGN_OUT = { to: '/logout', label: 'account.signOut', Icon: IconLogout } as const
const EVERYBODYS = [
  { to: '/application/configuration', label: 'title.configuration', Icon: IconSettings },
  { to: '/application/login-report', label: 'title.loginReport', Icon: IconDevices },
  SIGN_OUT,
] as const

/** The same for everybody outside of the administrative paths, where officers are seldom. Verification starts with the survey, until the account is verified (SHELL-05). */
function entriesOf({ state }: Account, path: string) {
  if (path.startsWith(ADMIN_PATH)) return [SIGN_OUT]
  return [
    { to: '/application/record', label: 'title.record', Icon: IconHistory },
    { to: '/application/cuentas', label: 'title.accounts', Icon: IconBuildingBank },
    {
      to: state === ACCOUNT_STATE.verified ? '/application/verification/' : '/postregister/',
      label: 'title.verification',
      Icon: IconShieldCheck,
    },
    ...EVERYBODYS,
  ] as const
}

export function AccountMenu({ account }: { account: Account }) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [opened, { toggle, close }] = useDisclosure(false)
  const outside = useClickOutside<HTMLDivElement>(close)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !opened) return
    close()
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from the button and the links inside
    <div ref={outside} className={classes.menu} onKeyDown={closeOnEscape}>
      <Button
        ref={button}
        variant="subtle"
        color="gray"
        size="sm"
        className={classes.button}
        aria-expanded={opened}
        aria-controls={listId}
        aria-label={`${t('account.label')}: ${account.email}`}
        onClick={toggle}
      >
        <IconUserCircle size={24} stroke={1.6} aria-hidden />
        <span className={classes.email}>{account.email}</span>
      </Button>
      <nav id={listId} hidden={!opened} className={classes.list} aria-label={t('account.label')}>
        {entriesOf(account, path).map(({ to, label, Icon }) => (
          <Link key={to} to={to} className={classes.entry} onClick={close}>
            <Icon size={18} aria-hidden />
            {t(label)}
          </Link>
        ))}
      </nav>
    </div>
  )
}
