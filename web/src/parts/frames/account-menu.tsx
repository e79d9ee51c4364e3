/** Account menu: histories, accounts, sign-out (SHELL-04, SHELL-05). A disclosure button with a list of links. */
import { Button } from '@mantine/core'
import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { IconBuildingBank, IconDevices, IconHistory, IconLogout, IconSettings, IconShieldCheck, IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { Account } from '@tunjo/contract/identity'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { accountEntries } from './account-entries.ts'
import classes from './account-menu.module.css'

const ICONS = {
  'title.record': IconHistory,
  'title.accounts': IconBuildingBank,
  'title.verification': IconShieldCheck,
  'title.configuration': IconSettings,
  'title.loginReport': IconDevices,
  'account.signOut': IconLogout,
} as const

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
        {accountEntries(account, path).map(({ to, label }) => {
          const Icon = ICONS[label]
          return (
            <Link key={to} to={to} className={classes.entry} onClick={close}>
              <Icon size={18} aria-hidden />
              {t(label)}
            </Link>
          )
        })}
      </nav>
    </div>
  )
}
