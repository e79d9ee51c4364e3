/** Side menu of customers (SHELL-06). */
import { IconArrowsExchange, IconHome, IconWallet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './frames.module.css'

const ENTRIES = [
  { to: '/application/', title: 'home', Icon: IconHome, exact: true },
  { to: '/application/trade/', title: 'trade', Icon: IconArrowsExchange, exact: false },
  { to: '/application/wallets/', title: 'wallets', Icon: IconWallet, exact: false },
] as const

export function MainMenu({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <nav aria-label={t('menu.label')} className={classes.menu}>
      {ENTRIES.map(({ to, title, Icon, exact }) => (
        <Link key={to} to={to} activeOptions={{ exact }} className={classes.entry} onClick={onChoose}>
          <Icon size={22} stroke={1.75} aria-hidden />
          {t(`title.${title}`)}
        </Link>
      ))}
    </nav>
  )
}
