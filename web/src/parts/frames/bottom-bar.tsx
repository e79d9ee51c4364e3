/** Bottom navigation of a phone with the customers' main screens, in addition to the menu behind the toggle (SHELL-06). */
import { IconArrowsExchange, IconHistory, IconHome, IconWallet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './bottom-bar.module.css'

const ENTRIES = [
  { to: '/application/', title: 'home', Icon: IconHome, exact: true },
  { to: '/application/trade/', title: 'trade', Icon: IconArrowsExchange, exact: false },
  { to: '/application/wallets/', title: 'wallets', Icon: IconWallet, exact: false },
  { to: '/application/record', title: 'record', Icon: IconHistory, exact: false },
] as const

export function BottomBar() {
  const { t } = useTranslation('shell')
  return (
    <nav aria-label={t('menu.title')} className={classes.bar}>
      {ENTRIES.map(({ to, title, Icon, exact }) => (
        <Link key={to} to={to} activeOptions={{ exact, includeSearch: false }} className={classes.entry}>
          <Icon size={24} stroke={1.75} aria-hidden />
          {t(`title.${title}`)}
        </Link>
      ))}
    </nav>
  )
}
